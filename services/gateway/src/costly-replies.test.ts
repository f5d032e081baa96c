import { type SearchStandIn, startSearchStandIn } from '@gleaner/search/testing/search-stand-in'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { admitBulk } from './testing/admit-bulk.ts'
import { measureHold } from './testing/costly/measure-hold.ts'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from './testing/fixture.ts'

let fixture: GatewayFixture
let admission: { stop(): Promise<void> }
let engine: SearchStandIn
beforeAll(async () => {
  engine = await startSearchStandIn()
  fixture = await createGatewayFixture({
    NODE_ENV: 'development',
    SEARCH_ENGINE: 'searxng',
    SEARXNG_URL: engine.url,
  })
  admission = await admitBulk(fixture.env)
})
afterAll(async () => {
  await admission.stop()
  await fixture.close()
  await engine.close()
})

/** Pages as large as they may be to stand in a reply with others: many small values are the dearest to read and write. */
const PAGE_BYTES = 990_000
const PAGES = 4
const pageOf = (value: string) =>
  `{"content":{"structured":[${Array(Math.floor((PAGE_BYTES - 100) / (value.length + 1)))
    .fill(value)
    .join()}]}}`

/** One turn may have a garbage collection of the whole test process in it. */
const TRIES = 5
/** In times of what it takes to read and write one of its pages: a search that took all four in one turn took five times that. */
const MOST_PAGES = 2.5
/** What else is in a turn, in ms. */
const REST_MS = 10

const post = async (account: TestAccount, path: string, body: object) =>
  (
    await fixture.request(`/api/v1${path}`, {
      method: 'POST',
      headers: { 'X-API-Key': account.key, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  ).body

/** Everything that shows stored pages beside each other, or one by itself: paths below the API's root. */
async function storedReplies(account: TestAccount): Promise<string[]> {
  const urls = Array.from({ length: PAGES }, (_, n) => `${fixture.site.url}/plain?${n}`)
  const results = urls.map((url) => ({ url, title: 'A page' }))
  engine.answer((_, response) => response.end(JSON.stringify({ results })))
  const { search_id } = await post(account, '/search', {
    query: 'x',
    num_results: PAGES,
    scrape_results: true,
  })
  const { batch_id } = await post(account, '/batch', { urls })
  const { job_id } = await fixture.scrape(account, { url: urls[0]! }).then(({ body }) => body)
  const ended = [`/search/${search_id}`, `/batch/${batch_id}`]
  await eventually(async () => {
    for (const path of ended)
      expect((await fixture.get(account, path)).body).toMatchObject({ status: 'completed' })
  })
  return [...ended, `/batch/${batch_id}/results`, `/jobs/${job_id}`]
}

const costOf = (page: string) => {
  const times = Array.from({ length: TRIES }, () => {
    const { user, system } = process.cpuUsage()
    JSON.stringify(JSON.parse(page))
    const after = process.cpuUsage()
    return (after.user + after.system - user - system) / 1_000
  })
  return Math.min(...times)
}

test.each(['{"a":1}', '[[[[]]]]', '1', '"\\u00e4"'])(
  'stored pages of %s hold the event loop one at a time',
  async (value) => {
    const account = await fixture.account()
    const paths = await storedReplies(account)
    const page = pageOf(value)
    await fixture.pool.query(
      'UPDATE job_page SET page = $2 FROM job WHERE job_page.job_id = job.id AND job.account_id = $1',
      [account.id, page],
    )
    const most = REST_MS + MOST_PAGES * costOf(page)
    const slow: string[] = []
    for (const path of paths) {
      const asked = { category: 'stored', name: value, method: 'GET', path, withKey: true }
      const holds: number[] = []
      for (let tries = 0; tries < TRIES && !holds.some((ms) => ms < most); tries++) {
        const { status, bytes, cpuMs } = await measureHold(fixture, account, asked)
        expect([path, status, bytes > PAGE_BYTES / 4]).toEqual([path, 200, true])
        holds.push(cpuMs)
      }
      if (Math.min(...holds) >= most) slow.push(`${path}: ${holds.map(Math.round)} ms, at most ${most}`)
    }
    expect(slow).toEqual([])
  },
)
