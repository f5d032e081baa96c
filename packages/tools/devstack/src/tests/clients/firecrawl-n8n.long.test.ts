import { uuidv7 } from '@gleaner/contracts'
import { createEmptyDatabase, type TestDatabase } from '@gleaner/testkit/database'
import { installedN8n, type N8nItem, type N8nRun, type RealN8n, setUpN8n } from '@gleaner/testkit/real-n8n'
import { where } from '@gleaner/testkit/where'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type SharedFleet, shareFleet } from '../../testing/shared-fleet.ts'
import { pack } from './install.ts'

// Firecrawl's node in n8n itself, pointed at a fleet by its credentials' base: each of its operations, in one workflow.

const PACKAGE = '@mendable/n8n-nodes-firecrawl'
const SET_UP_MS = 600_000

/** What there is before. */
interface Things {
  site: string
  batch: string
  crawl: string
  extract: string
  scrape: string
  /** Work that still goes on. */
  slowBatch: string
  slowCrawl: string
}
type Operation = [name: string, operation: string, parameters: (at: Things) => object, reads: object]

const text = expect.any(String)
const DOCUMENT = { markdown: expect.stringMatching(/\w/) }
const BEGUN = { success: true, id: text }
const PRICE = '{"type":"object","properties":{"price":{"type":"number"}}}'
/** Of a page: what is left empty it sends as well. */
const options = (given: object) => ({ scrapeOptions: { options: given } })
const EVERY_FORMAT = [
  ...['markdown', 'html', 'links', 'rawHtml', 'summary'].map((type) => ({ type })),
  { type: 'screenshot', fullPage: true, quality: 100, viewportWidth: 800, viewportHeight: 600 },
  { type: 'json', prompt: 'the price', schema: PRICE },
  { type: 'changeTracking', modes: ['git-diff'] },
]
const EVERY_OPTION = {
  onlyMainContent: true,
  includeTags: { items: [{ tag: 'article' }] },
  excludeTags: { items: [{ tag: 'footer' }] },
  waitFor: 10,
  mobile: true,
  skipTlsVerification: true,
  timeout: 60_000,
  actions: {
    items: [
      { type: 'wait', milliseconds: 10 },
      { type: 'scroll', direction: 'down' },
    ],
  },
  location: { settings: { country: 'US' } },
  proxy: 'stealth',
}
const HOOK = { url: 'https://example.com/', metadata: '{"a":"b"}', events: ['completed'] }

const SERVED: Operation[] = [
  ['a page', 'Scraping.scrape', ({ site }) => ({ url: `${site}/article` }), { data: DOCUMENT }],
  [
    'every format',
    'Scraping.scrape',
    ({ site }) => ({ url: `${site}/product`, ...options({ formats: { format: EVERY_FORMAT } }) }),
    { data: { ...DOCUMENT, rawHtml: text, screenshot: text, json: { price: 89.5 }, changeTracking: {} } },
  ],
  [
    'every option',
    'Scraping.scrape',
    ({ site }) => ({ url: `${site}/article`, parsers: ['pdf'], ...options(EVERY_OPTION) }),
    { data: DOCUMENT },
  ],
  [
    'a body of one’s own',
    'Scraping.scrape',
    ({ site }) => ({ useCustomBody: true, customBody: JSON.stringify({ url: `${site}/plain` }) }),
    { data: DOCUMENT },
  ],
  [
    'a batch',
    'Scraping.batchScrape',
    ({ site }) => ({
      urls: `${site}/plain,${site}/article`,
      ...options({ maxConcurrency: 5, ignoreInvalidURLs: true, webhook: { settings: HOOK } }),
    }),
    { data: BEGUN },
  ],
  ['a batch again', 'Scraping.batchScrapeStatus', ({ batch }) => ({ batchId: batch }), { data: [DOCUMENT] }],
  ['its errors', 'Scraping.batchScrapeErrors', ({ batch }) => ({ batchId: batch }), { errors: [{ code: text }] }],
  [
    'a batch no more',
    'Scraping.cancelBatchScrape',
    ({ slowBatch }) => ({ batchId: slowBatch }),
    { status: 'cancelled' },
  ],
  [
    'a crawl',
    'Crawling.crawl',
    ({ site }) => ({
      url: `${site}/docs`,
      limit: 2,
      excludePaths: { items: [{ path: 'x.*' }] },
      includePaths: { items: [{ path: 'docs.*' }] },
      crawlOptions: { ignoreSitemap: true, ignoreQueryParameters: true, allowSubdomains: false },
    }),
    BEGUN,
  ],
  ['a crawl again', 'Crawling.getCrawlStatus', ({ crawl }) => ({ crawlId: crawl }), { data: { completed: 2 } }],
  ['errors of a crawl', 'Crawling.getCrawlErrors', ({ crawl }) => ({ crawlId: crawl }), { errors: [] }],
  ['crawls', 'Crawling.crawlActive', () => ({}), { success: true, crawls: expect.any(Array) }],
  [
    'a crawl no more',
    'Crawling.cancelCrawl',
    ({ slowCrawl }) => ({ crawlId: slowCrawl }),
    { status: 'cancelled' },
  ],
  ['a map', 'MapSearch.map', ({ site }) => ({ url: site, limit: 2 }), { links: [{ url: text }, { url: text }] }],
  [
    'a search',
    'MapSearch.search',
    () => ({ query: 'bridge', limit: 1, sources: ['web', 'images', 'news'], tbs: 'qdr:y' }),
    { data: { web: expect.any(Array), images: [], news: [] } },
  ],
  [
    'data',
    'Extract.extract',
    ({ site }) => ({ urls: { items: [{ url: `${site}/product` }] }, prompt: 'the price', schema: PRICE }),
    BEGUN,
  ],
  [
    'data again',
    'Extract.getExtractStatus',
    ({ extract }) => ({ extractId: extract }),
    { data: { data: { price: 89.5 } } },
  ],
  ['credits', 'Account.teamCreditUsage', () => ({}), { data: { remainingCredits: expect.any(Number) } }],
  ['credits by month', 'Account.creditUsageHistorical', () => ({}), { periods: [{ creditsUsed: expect.any(Number) }] }],
  ['tokens', 'Account.teamTokenUsage', () => ({}), { data: { remainingTokens: expect.any(Number) } }],
  ['tokens by month', 'Account.teamTokenUsageHistorical', () => ({}), { periods: [{ tokensUsed: expect.any(Number) }] }],
  ['the queue', 'Account.teamQueueStatus', () => ({}), { jobsInQueue: expect.any(Number) }],
] // biome-ignore format: a table

/** n8n has words of its own for each status: 501 is a service that has failed. */
const NOT_SERVED: Operation[] = (
  [
    ['Scraping.scrape', ({ site }) => ({ url: site, profile: { settings: { name: 'x' } } })],
    ['Browser.browserContext', () => ({})],
    ['Browser.browserCreate', () => ({})],
    ['Browser.browserExecute', () => ({ sessionId: 'x', code: '1' })],
    ['Browser.browserList', () => ({})],
    ['Browser.browserDelete', () => ({ sessionId: 'x' })],
    ['Interact.interactContext', () => ({})],
    ['Interact.interact', ({ scrape }) => ({ scrapeId: scrape, prompt: 'x' })],
    ['Interact.interactStop', ({ scrape }) => ({ scrapeId: scrape })],
    ['Agent.agent', () => ({ prompt: 'x', maxWaitTime: 10 })],
    ['Agent.agentAsync', () => ({ prompt: 'x' })],
    ['Agent.getAgentStatus', () => ({ agentId: uuidv7() })],
  ] as [string, Operation[2]][]
).map(([operation, parameters]) => [
  `${operation}, which is not served`,
  operation,
  parameters,
  { error: 'The service failed to process your request' },
])

const FAULTS: Operation[] = [
  [
    // Its `options.routing` in dist/nodes/Firecrawl/api/crawlParamsPreview/index.js names no method, so that n8n sends GET.
    'a preview, by a method that no API of Firecrawl has',
    'Crawling.crawlParamsPreview',
    ({ site }) => ({ url: site, prompt: 'docs' }),
    { error: expect.stringContaining('could not be found') },
  ],
  [
    // `formats` of createScrapeOptionsProperty in dist/nodes/Firecrawl/api/common.js stands beside `scrapeOptions`, where it is unknown.
    'a crawl with options of its pages, which it sends in two places',
    'Crawling.crawl',
    ({ site }) => ({ url: site, ...options({ formats: { format: [{ type: 'markdown' }] } }) }),
    { error: expect.stringContaining('Bad request') },
  ],
]

where(installedN8n).describe('the n8n node of Firecrawl', () => {
  let fleet: SharedFleet
  let database: TestDatabase
  let n8n: RealN8n
  let ran: N8nRun
  beforeAll(async () => {
    fleet = await shareFleet()
    database = await createEmptyDatabase()
    const node = {
      packageName: PACKAGE,
      pack: (folder: string) => pack(folder, `${PACKAGE}@2.1.2`),
      credentialType: 'firecrawlApi',
      credentials: { baseUrl: `${fleet.url}/v2`, apiKey: fleet.info.api_key },
    }
    n8n = await setUpN8n(node, database.url)
    const things = await prepare()
    const nodes = [...SERVED, ...NOT_SERVED, ...FAULTS].map(([name, what, parametersOf]) => {
      const [resource, operation] = what.split('.')
      const parameters = { resource, operation, ...parametersOf(things) }
      return { name, type: `${PACKAGE}.firecrawl`, onError: 'continueRegularOutput', parameters }
    })
    ran = await n8n.execute(nodes, 'side by side')
  }, SET_UP_MS)
  afterAll(async () => {
    await n8n?.remove()
    await database?.close()
  })

  async function ask(path: string, body: object) {
    const headers = { authorization: `Bearer ${fleet.info.api_key}`, 'content-type': 'application/json' }
    const reply = await fetch(`${fleet.url}/v2${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    // biome-ignore lint/suspicious/noExplicitAny: replies of any endpoint.
    return (await reply.json()) as any
  }

  async function prepare(): Promise<Things> {
    const site = fleet.info.sample_site
    const product = { urls: [`${site}/product`], schema: JSON.parse(PRICE) }
    return {
      site,
      batch: (await ask('/batch/scrape', { urls: [`${site}/plain`, `${site}/redirect-loop`] })).id,
      crawl: (await ask('/crawl', { url: `${site}/docs`, limit: 2 })).id,
      extract: (await ask('/extract', product)).id,
      slowBatch: (await ask('/batch/scrape', { urls: [`${site}/slow?ms=60000`] })).id,
      slowCrawl: (await ask('/crawl', { url: `${site}/docs`, limit: 20, delay: 10 })).id,
      // The last, so that the others have ended.
      scrape: (await ask('/scrape', { url: `${site}/article`, waitFor: 5_000 })).data.metadata.scrapeId,
    }
  }

  describe.each([
    ['reads', SERVED],
    ['is refused', NOT_SERVED],
    ['is at fault for', FAULTS],
  ])('%s', (_, operations) => {
    test.each(operations)('%s', (name, _operation, _parameters, reads) => {
      const [item] = ran.itemsOf[name] as [N8nItem]
      expect(item.json).toMatchObject(reads)
    })
  })
})
