import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uuidv7 } from '@gleaner/contracts'
import { eventually } from '@gleaner/testkit/eventually'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type SharedFleet, shareFleet } from '../../testing/shared-fleet.ts'
import { install } from './install.ts'

// Firecrawl's command line, pointed at a fleet by FIRECRAWL_API_URL: each command that asks its API.

let folder: string
let fleet: SharedFleet
let site: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-clients-'))
  fleet = await shareFleet()
  site = fleet.info.sample_site
  await install(join(folder, 'cli'), 'firecrawl-cli@1.23.3')
  await writeFile(join(folder, 'notes.html'), '<main><h1>Notes</h1><p>Buy two ropes, of hemp.</p></main>')
}, 600_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

async function run(...args: string[]): Promise<{ code: number; says: string }> {
  const program = join(folder, 'cli/node_modules/firecrawl-cli/dist/index.js')
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      FIRECRAWL_API_URL: fleet.url,
      FIRECRAWL_API_KEY: fleet.info.api_key,
    },
  })
  let says = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      says += data
    })
  const [code] = await once(child, 'close')
  return { code, says }
}

/** The last line that is JSON. */
async function json(...args: string[]) {
  const { code, says } = await run(...args)
  expect([code, code === 0 ? '' : says]).toEqual([0, ''])
  return JSON.parse(says.slice(says.indexOf('{')))
}

const PRICE = '{"type":"object","properties":{"price":{"type":"number"}}}'
const FORMATS = 'markdown,html,rawHtml,links,images,screenshot'
const PAGE_OPTIONS = '--only-main-content --wait-for 100 --include-tags article --exclude-tags footer'
const CRAWL_OPTIONS = '--max-depth 2 --exclude-paths x --include-paths docs.* --sitemap skip --delay 1'

test.each<[args: string, says: RegExp]>([
  ['scrape {site}/article', /bridge keeper/],
  ['scrape {site}/article -H', /<html/],
  [`scrape {site}/article -f ${FORMATS}`, /"rawHtml":.*"screenshot":"http/s],
  [`scrape {site}/article ${PAGE_OPTIONS} --max-age 1000 --country US --languages en --timing`, /"success"/],
  ['scrape {site}/article -S', /llm-keys/],
  ['scrape {site}/article --full-page-screenshot --json', /"screenshot":"http/],
  ['scrape {site}/article -Q what', /bridge/],
  ['scrape {site}/article -f changeTracking', /changeStatus/],
  [`scrape {site}/product -f json --schema ${PRICE}`, /"price":89\.5/],
  ['scrape {site}/article --actions [{"type":"scroll"}] --proxy auto --json', /"markdown"/],
  ['scrape {site}/article {site}/plain', /2\/2 succeeded/],
  ['crawl {site}/docs --limit 2 --wait --poll-interval 1 --progress', /"status":"completed","completed":2/],
  [`crawl {site}/docs --limit 2 ${CRAWL_OPTIONS} --max-concurrency 2 --wait --poll-interval 1`, /"total":2/],
  ['map {site} --limit 2', /^http\S+\nhttp\S+\n$/],
  ['map {site} --limit 2 --search article --json --sitemap only --ignore-query-parameters', /\/article/],
  ['search swing --limit 2 --tbs qdr:y --country DE --highlights --json', /"web"/],
  ['search swing --limit 1 --scrape --scrape-formats markdown,links --json', /"markdown"/],
  ['search swing --sources web,news,images --categories pdf --json', /No results|"web"/],
  ['parse notes.html', /^# Notes/],
  ['parse notes.html -f markdown,links --only-main-content --json --timing', /"markdown":"# Notes/],
  ['credit-usage', /Credits/],
  ['credit-usage --json', /"remainingCredits"/],
  ['--status', /Authenticated/],
  ['doctor', /accepted/],
  ['experimental download {site} --limit 2 -y', /2\/2/],
])('%s', async (args, says) => {
  const ran = await run(...args.split(' ').map((word) => word.replace('{site}', site)))
  expect([ran.code, ran.says]).toEqual([0, expect.stringMatching(says)])
})

test('a crawl is begun, looked at and ended', async () => {
  const { jobId } = (await json('crawl', `${site}/docs`, '--limit', '20', '--delay', '3000')).data
  expect(await json('crawl', jobId, '--status')).toMatchObject({ id: jobId, status: 'scraping' })
  expect(await json('crawl', jobId, '--cancel')).toMatchObject({ status: 'cancelled' })
})

test('a page is watched', async () => {
  const what = ['--goal', 'new vessels', '--schedule', 'every 30 minutes', '--page', `${site}/article`]
  const { id } = (await json('monitor', 'create', '--name', 'Log', ...what)).data
  expect((await run('monitor', 'list', '--limit', '5')).says).toContain(id)
  expect((await json('monitor', 'update', id, '--state', 'paused')).data).toMatchObject({ status: 'paused' })
  expect((await json('monitor', 'get', id)).data).toMatchObject({ id, name: 'Log', status: 'paused' })
  await json('monitor', 'update', id, '--state', 'active')
  const check = (await json('monitor', 'run', id)).data
  await eventually(async () => {
    const { data } = await json('monitor', 'checks', id)
    expect(data).toContainEqual(expect.objectContaining({ id: check.id, status: 'completed' }))
  })
  expect((await json('monitor', 'check', id, check.id)).data).toMatchObject({ id: check.id })
  expect(await json('monitor', 'delete', id)).toEqual({ success: true })
})

test('the key is written where others look for it', async () => {
  await run('env', '-f', '.env', '--overwrite')
  expect(await readFile(join(folder, '.env'), 'utf8')).toContain(fleet.info.api_key)
})

// The last two say no more than the status: they read none of the reply (`client.http` in dist/commands/developer.js and research.js).
test.each<[args: string, says: RegExp]>([
  ['scrape {site}/redirect-loop', /redirects more than/],
  ['scrape {site}/article -f branding', /branding is not served here\. Ask for/],
  ['scrape {site}/article --lockdown', /lockdown cannot be heeded/],
  ['scrape {site}/article --redact-pii', /redactPII cannot be heeded/],
  ['scrape {site}/article --profile x', /profile is not served here\. Store a login/],
  // One has to name the elements, which this command has no option for.
  ['scrape {site}/article -f attributes', /selectors must be a list/],
  ['agent x --urls {site}', /agent is not served here\. Search with/],
  [`interact -s ${uuidv7()} x`, /interact is not served here\. Name the steps/],
  [`search-feedback ${uuidv7()} --rating good --valuable-sources {site}`, /feedback is not served here/],
  [`feedback scrape ${uuidv7()} --rating good --note x`, /feedback is not served here/],
  [`doctor ${uuidv7()}`, /support\/ask is not served here/],
  ['developer x', /501/],
  ['research search-papers x', /501/],
])('%s fails, and it says why', async (args, says) => {
  const ran = await run(...args.split(' ').map((word) => word.replace('{site}', site)))
  expect([ran.code, ran.says]).toEqual([1, expect.stringMatching(says)])
})
