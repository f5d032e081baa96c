import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uuidv7 } from '@gleaner/contracts'
import { eventually } from '@gleaner/testkit/eventually'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type CallToolResult, Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { type SharedFleet, shareFleet } from '../../testing/shared-fleet.ts'
import { install } from './install.ts'

// Firecrawl's MCP server, pointed at a fleet by FIRECRAWL_API_URL: each of its tools.

const CALL_MS = 240_000

let folder: string
let fleet: SharedFleet
let site: string
let client: Client
/** Of what was asked for. */
const tried = new Set<string>()
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-clients-'))
  fleet = await shareFleet()
  site = fleet.info.sample_site
  const program = join(folder, 'mcp')
  await install(program, 'firecrawl-mcp@3.26.0')
  await writeFile(join(folder, 'notes.html'), '<main><h1>Notes</h1><p>Buy two ropes, of hemp.</p></main>')
  client = new Client({ name: 'gleaner-tests', version: '1.0.0' })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(program, 'node_modules/firecrawl-mcp/dist/index.js')],
      env: {
        PATH: process.env.PATH ?? '',
        HOME: folder,
        FIRECRAWL_API_URL: fleet.url,
        FIRECRAWL_API_KEY: fleet.info.api_key,
      },
      stderr: 'ignore',
    }),
  )
}, 600_000)
afterAll(async () => {
  await client?.close()
  await rm(folder, { recursive: true, force: true })
})

/** What a tool says, and its data where that is JSON. */
async function call(tool: string, args: Record<string, unknown>) {
  tried.add(tool)
  const asked = { name: `firecrawl_${tool}`, arguments: args }
  const { content, isError = false } = (await client.callTool(asked, { timeout: CALL_MS })) as CallToolResult
  const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
  // biome-ignore lint/suspicious/noExplicitAny: fields of any tool.
  let data: any
  try {
    data = JSON.parse(text)
  } catch {}
  return { isError, text, data }
}

const MARKDOWN = { markdown: expect.stringMatching(/\w/) }
const ENDED = { status: 'completed', total: 2, completed: 2, data: [MARKDOWN, MARKDOWN] }
const PRICE = { type: 'object', properties: { price: { type: 'number' } } }
const WITH = {
  onlyMainContent: true,
  includeTags: ['article'],
  excludeTags: ['footer'],
  waitFor: 100,
  mobile: true,
  skipTlsVerification: true,
  removeBase64Images: true,
  maxAge: 1000,
  storeInCache: false,
  proxy: 'auto',
  timeout: 60_000,
}

test.each<[tool: string, args: Record<string, unknown>, reads: object]>([
  ['scrape', { url: '/article' }, { ...MARKDOWN, metadata: { statusCode: 200 } }],
  ['scrape', { url: '/article', ...WITH }, MARKDOWN],
  [
    'scrape',
    { url: '/article', formats: ['html', 'rawHtml', 'links', 'screenshot'] },
    { html: expect.any(String), rawHtml: expect.any(String), screenshot: expect.stringMatching(/^http/) },
  ],
  [
    'scrape',
    { url: '/product', formats: ['json'], jsonOptions: { schema: PRICE } },
    { json: { price: 89.5 } },
  ],
  ['scrape', { url: '/article', formats: ['summary'] }, { warning: expect.stringContaining('llm-keys') }],
  ['scrape', { url: '/article', formats: ['changeTracking'] }, { changeTracking: expect.anything() }],
  ['scrape', { url: '/article', actions: [{ type: 'wait', milliseconds: 10 }] }, MARKDOWN],
  ['scrape', { url: '/pdf', parsers: ['pdf'], pdfOptions: { maxPages: 1 } }, MARKDOWN],
  ['map', { url: '', limit: 2 }, { links: [expect.anything(), expect.anything()] }],
  ['map', { url: '', search: 'article', sitemap: 'only', ignoreQueryParameters: true }, {}],
  ['crawl', { url: '/docs', limit: 2 }, ENDED],
  [
    'crawl',
    {
      url: '/docs',
      limit: 2,
      maxDiscoveryDepth: 2,
      includePaths: ['docs.*'],
      excludePaths: ['x.*'],
      sitemap: 'skip',
      crawlEntireDomain: true,
      delay: 0.1,
      maxConcurrency: 2,
      deduplicateSimilarURLs: true,
      ignoreQueryParameters: false,
      scrapeOptions: { formats: ['markdown'], onlyMainContent: true },
    },
    ENDED,
  ],
  ['credit_usage', {}, { remainingCredits: expect.any(Number) }],
  ['credit_usage', { view: 'historical', byApiKey: true }, { periods: [expect.anything()] }],
])('%s %j is served', async (tool, args, reads) => {
  const { url, ...others } = args
  const { isError, text, data } = await call(tool, {
    ...(url !== undefined && { url: `${site}${url}` }),
    ...others,
  })
  expect(isError ? text : '').toBe('')
  expect(data).toMatchObject(reads)
})

test('what a crawl has found is asked for again', async () => {
  const { id } = (await call('crawl', { url: `${site}/docs`, limit: 2 })).data
  expect((await call('check_crawl_status', { id })).data).toMatchObject(ENDED)
})

test('a search has an id as feedback to it demands', async () => {
  await call('scrape', { url: `${site}/plain` })
  const options = { formats: ['markdown'] }
  const found = (await call('search', { query: 'swing bridge', limit: 1, scrapeOptions: options })).data
  expect(found).toMatchObject({ success: true, data: { web: [MARKDOWN] } })
  const wish = { topic: 'ships' }
  const feedback = { searchId: found.id, rating: 'bad', missingContent: [wish] }
  expect((await call('search_feedback', feedback)).data).toMatchObject({ success: false, status: 501 })
})

test('a file is parsed', async () => {
  const { data } = await call('parse', { filePath: join(folder, 'notes.html'), formats: ['markdown'] })
  expect(data).toMatchObject({ success: true, data: { markdown: expect.stringContaining('# Notes') } })
})

test('a page is watched', async () => {
  const goal = 'Tell me of new vessels'
  const made = await call('monitor_create', {
    page: `${site}/article`,
    goal,
    scheduleText: 'every 30 minutes',
  })
  const { id } = made.data.data
  expect((await call('monitor_list', {})).data.data).toContainEqual(expect.objectContaining({ id }))
  const paused = await call('monitor_update', { id, body: { status: 'paused' } })
  expect(paused.data).toMatchObject({ data: { status: 'paused' } })
  expect((await call('monitor_get', { id })).data).toMatchObject({ data: { id, status: 'paused' } })
  await call('monitor_update', { id, body: { status: 'active' } })
  const check = (await call('monitor_run', { id })).data.data
  await eventually(async () => {
    const { data } = await call('monitor_checks', { id, status: 'completed' })
    expect(data.data).toContainEqual(expect.objectContaining({ id: check.id }))
  })
  const seen = await call('monitor_check', { id, checkId: check.id, pageStatus: 'new' })
  expect(seen.data).toMatchObject({ data: { id: check.id, status: 'completed' } })
  expect((await call('monitor_delete', { id })).data).toEqual({ success: true })
})

// Where it says no more than the status, it reads none of the reply: its calls of `client.http` and its own `fetch`, in dist/index.js.
test.each<[tool: string, args: Record<string, unknown>, says: RegExp]>([
  ['scrape', { formats: ['branding'] }, /branding is not served here\. Ask for/],
  ['scrape', { profile: { name: 'x' } }, /profile is not served here\. Store a login/],
  ['scrape', { lockdown: true }, /lockdown cannot be heeded here/],
  ['scrape', { redactPII: true }, /redactPII cannot be heeded here/],
  ['scrape', { zeroDataRetention: true }, /zeroDataRetention cannot be heeded here/],
  ['agent', { prompt: 'x' }, /agent is not served here\. Search with/],
  ['agent_status', { id: uuidv7() }, /501/],
  ['interact', { prompt: 'x' }, /interact is not served here\. Name the steps/],
  ['interact_stop', { scrapeId: uuidv7() }, /501/],
  [
    'feedback',
    { endpoint: 'search', jobId: uuidv7(), rating: 'bad', issues: ['other'] },
    /not served here|501/,
  ],
  ['find_tools', { query: 'prices' }, /not served here/],
  ['research_search_papers', { query: 'x' }, /501/],
  ['research_inspect_paper', { paperId: 'x' }, /501/],
  ['research_related_papers', { seed_ids: ['x'], intent: 'y' }, /501/],
  ['research_read_paper', { paperId: 'x', question: 'y' }, /501/],
  ['developer_search', { query: 'x' }, /501/],
  // It refuses these by itself, wherever it is pointed.
  ['extract', { urls: ['https://example.com/'] }, /unavailable through MCP/],
  ['research_search_github', { query: 'x' }, /unavailable through MCP/],
])('%s %j is not, and it says so', async (tool, args, says) => {
  const needsPage = tool === 'scrape' || tool === 'interact'
  expect((await call(tool, { ...(needsPage && { url: `${site}/article` }), ...args })).text).toMatch(says)
})

test('no tool was left out', async () => {
  const { tools } = await client.listTools()
  expect([...tried].map((tool) => `firecrawl_${tool}`).sort()).toEqual(tools.map(({ name }) => name).sort())
})
