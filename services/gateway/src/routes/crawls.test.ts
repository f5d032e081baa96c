import { ScrapeRequest, uuidv7 } from '@gleaner/contracts'
import { secretsContext } from '@gleaner/crawl'
import {
  claimJob,
  completeJob,
  insertWaitingJobs,
  type JobsContext,
  makePlan,
  splitRequest,
} from '@gleaner/jobs'
import { delivery } from '@gleaner/jobs/testing/fixture'
import { createSecretBox } from '@gleaner/security/secret-box'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

let fixture: GatewayFixture
beforeAll(async () => {
  fixture = await createGatewayFixture({ NODE_ENV: 'development' }, { overProxy: true })
})
afterAll(() => fixture.close())

const post = (account: TestAccount | string, body: unknown, headers: Record<string, string> = {}) =>
  fixture.request('/api/v1/crawl', {
    method: 'POST',
    headers: {
      'X-API-Key': typeof account === 'string' ? account : account.key,
      'Content-Type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(body),
  })
const cancel = (account: TestAccount, id: string) =>
  fixture.request(`/api/v1/crawl/${id}`, { method: 'DELETE', headers: { 'X-API-Key': account.key } })

const SITE = 'https://docs.example.com/guide/'
const rowOf = async (id: string) =>
  (await fixture.pool.query('SELECT * FROM crawl WHERE id = $1', [id])).rows[0]

describe('POST /crawl', () => {
  test('accepts an address alone, with the bounds that a crawl has by itself, and holds nothing', async () => {
    const account = await fixture.account()
    const { status, body, headers } = await post(account, { url: SITE })
    expect([status, body.status]).toEqual([202, 'discovering'])
    expect(headers.get('Location')).toBe(`${fixture.url}/api/v1/crawl/${body.crawl_id}`)
    expect(body).toMatchObject({
      estimated_pages: 50,
      estimated_credits: 50,
      total_enqueued: 0,
      webhook_url: null,
    })
    expect(await fixture.balance(account)).toEqual([1_000_000, 0])
    const read = await fixture.get(account, `/crawl/${body.crawl_id}`)
    expect(read.body).toMatchObject({
      crawl_id: body.crawl_id,
      url: SITE,
      status: 'discovering',
      end_reason: null,
      paused_reason: null,
      total: 0,
      max_pages: 50,
      credits_used: 0,
      traps: [],
      skipped: {},
    })
    expect(read.body.results).toBeUndefined()
    expect(await rowOf(body.crawl_id)).toMatchObject({
      options: {
        max_depth: 3,
        sitemap: 'include',
        respect_robots: true,
        include_subdomains: false,
        scrape: { url: SITE, method: 'GET', sync: false },
      },
      max_concurrency: 10,
      delay_ms: 0,
      max_credits_micros: null,
      secrets: null,
    })
  })

  test('what bounds the crawl is told from what every page is scraped with, wherever it stands', async () => {
    const account = await fixture.account()
    const { body } = await post(account, {
      url: SITE,
      max_pages: 7,
      formats: ['markdown'],
      headers: { 'X-Token': 'header-canary' },
      advanced: { delay: 0.25, max_concurrency: 3, timeout: 20, only_main_content: false },
      cost_controls: { max_credits: 12.5, max_tier: '2' },
      include_patterns: ['/guide/**'],
    })
    const row = await rowOf(body.crawl_id)
    expect(row).toMatchObject({
      max_pages: 7,
      max_concurrency: 3,
      delay_ms: 250,
      max_credits_micros: 2_500n,
      options: {
        include_patterns: ['/guide/**'],
        scrape: {
          formats: ['markdown'],
          timeout: 20,
          advanced: { only_main_content: false },
          cost_controls: { max_tier: '2' },
        },
      },
    })
    expect(row.options.scrape.cost_controls).not.toHaveProperty('max_credits')
    expect(JSON.stringify(row.options)).not.toContain('header-canary')
    const box = createSecretBox(fixture.env.ENCRYPTION_KEYS!)
    expect(JSON.parse(box.open(row.secrets, secretsContext(body.crawl_id)))).toEqual({
      headers: { 'X-Token': 'header-canary' },
    })
  })

  test('a login in the address is sealed, and masked where it is shown', async () => {
    const account = await fixture.account()
    const { body } = await post(account, { url: 'https://u:login-canary@docs.example.com/' })
    const shown = await fixture.get(account, `/crawl/${body.crawl_id}`)
    expect(shown.body.url).toBe('https://***@docs.example.com/')
    expect(JSON.stringify([shown.body, (await rowOf(body.crawl_id)).options])).not.toContain('login-canary')
  })

  test.each([
    ['no address', {}, 'url'],
    ['too many pages', { url: SITE, max_pages: 100_001 }, 'max_pages'],
    ['too deep', { url: SITE, max_depth: 21 }, 'max_depth'],
    [
      'a pattern that is an address',
      { url: SITE, include_patterns: ['https://a.test/*'] },
      'include_patterns.0',
    ],
    [
      'a pattern that is a regular expression',
      { url: SITE, exclude_patterns: ['/a', '^/b$'] },
      'exclude_patterns.1',
    ],
    ['a sitemap that is no path', { url: SITE, sitemap_path: 'sitemap.xml' }, 'sitemap_path'],
    ['a field that nobody knows', { url: SITE, max_page: 3 }, 'max_page'],
    ['a body', { url: SITE, body: 'x' }, 'body'],
    ['two delays', { url: SITE, delay: 1, advanced: { delay: 2 } }, 'advanced.delay'],
    ['waiting for it', { url: SITE, sync: true }, 'sync'],
    ['pages that no webhook is told of', { url: SITE, webhook_pages: true }, 'webhook_pages'],
    ['a screenshot without a browser', { url: SITE, advanced: { screenshot: true } }, 'advanced.screenshot'],
  ])('refuses %s, and names it', async (_, body, path) => {
    const { status, body: reply } = await post(await fixture.account(), body)
    expect([status, reply.error]).toEqual([400, 'INVALID_REQUEST'])
    expect(reply.details.issues.map((issue: { path: string }) => issue.path)).toContain(path)
  })

  test.each([
    ['the site', { url: 'http://10.0.0.1/' }],
    ['the sitemap', { url: SITE, sitemap_path: 'http://169.254.169.254/sitemap.xml' }],
    ['the webhook', { url: SITE, webhook_url: 'https://169.254.169.254/' }],
  ])('refuses an address that the egress policy refuses: of %s', async (_, body) => {
    const reply = await post(await fixture.account(), body)
    expect([reply.status, reply.body.error]).toEqual([400, 'URL_NOT_ALLOWED'])
  })

  test('asks for the price of the start page, and for no more', async () => {
    const account = await fixture.account(199)
    const refused = await post(account, { url: SITE, max_pages: 1_000 })
    expect([refused.status, refused.body.error]).toEqual([402, 'INSUFFICIENT_BALANCE'])
    expect(refused.body.details).toEqual({ needed_credits: 1, available_credits: 0.995 })
    expect((await post(await fixture.account(200), { url: SITE, max_pages: 1_000 })).status).toBe(202)
  })

  test('a budget that pays no page is refused', async () => {
    const { status, body } = await post(await fixture.account(), {
      url: SITE,
      cost_controls: { max_credits: 0.5 },
    })
    expect([status, body.error]).toEqual([422, 'BUDGET_EXCEEDED'])
  })

  test('a spend limit that is used up refuses it, but not that of a test key', async () => {
    const account = await fixture.account()
    await fixture.asUser(account, 'PUT', '/account/limits', { request_limit: 0 })
    const { status, body } = await post(account, { url: SITE })
    expect([status, body.error]).toEqual([429, 'SPEND_LIMIT_EXCEEDED'])
    expect((await post(account.testKey, { url: SITE })).status).toBe(202)
  })

  test('of twelve at once five are accepted; another follows when one was cancelled', async () => {
    const account = await fixture.account()
    const replies = await Promise.all(Array.from({ length: 12 }, () => post(account, { url: SITE })))
    const accepted = replies.filter(({ status }) => status === 202)
    expect(accepted).toHaveLength(5)
    for (const { status, body } of replies)
      if (status !== 202) expect([status, body.error]).toEqual([429, 'CRAWL_LIMIT_REACHED'])
    const cancelled = await cancel(account, accepted[0]!.body.crawl_id)
    expect(cancelled.body).toMatchObject({ status: 'cancelled', end_reason: 'cancelled' })
    expect(cancelled.body.completed_at).not.toBeNull()
    expect((await post(account, { url: SITE })).status).toBe(202)
  })

  test('with an Idempotency-Key the same request is the same crawl', async () => {
    const account = await fixture.account()
    const headers = { 'Idempotency-Key': 'k' }
    const first = await post(account, { url: SITE }, headers)
    expect((await post(account, { url: SITE }, headers)).body).toEqual(first.body)
    expect((await post(account, { url: `${SITE}b` }, headers)).body.error).toBe('IDEMPOTENCY_CONFLICT')
    expect((await fixture.get(account, '/crawls')).body.total).toBe(1)
  })

  test('is accepted once when the answer to its commit is lost', async () => {
    const account = await fixture.account()
    fixture.databaseProxy.cut('COMMIT')
    const { status, body } = await post(account, { url: SITE })
    fixture.databaseProxy.restore()
    expect([status, fixture.databaseProxy.cuts]).toEqual([202, 1])
    const { crawls, total } = (await fixture.get(account, '/crawls')).body
    expect([total, crawls[0].crawl_id]).toEqual([1, body.crawl_id])
  })
})

/** Takes pages on as a driver does, and scrapes the first ones. */
async function scrapePages(account: TestAccount, crawlId: string, pages: number, scraped: number) {
  const ctx = { pool: fixture.pool, secretBox: createSecretBox(fixture.env.ENCRYPTION_KEYS!) } as JobsContext
  const jobs = Array.from({ length: pages }, (_, index) => {
    const { spec } = splitRequest(ScrapeRequest.parse({ url: `${SITE}${index}`, sync: false }))
    const plan = makePlan(spec)
    const common = {
      accountId: account.id,
      apiKeyId: null,
      test: false,
      secrets: undefined,
      idempotency: undefined,
    }
    return { ...common, id: uuidv7(), spec, plan, cacheKey: undefined, line: `line:10:0:${crawlId}` }
  })
  await insertWaitingJobs(fixture.pool, ctx.secretBox, crawlId, jobs)
  await fixture.pool.query("UPDATE batch SET total = $2, status = 'processing' WHERE id = $1", [
    crawlId,
    pages,
  ])
  await fixture.pool.query("UPDATE crawl SET phase = 'running' WHERE id = $1", [crawlId])
  for (const [index, { id, spec }] of jobs.entries())
    await fixture.pool.query(
      `INSERT INTO crawl_page (crawl_id, key, url, depth, source, seq, state, job_id)
       VALUES ($1, decode(md5($2), 'hex'), $2, 1, 'link', $3, 'issued', $4)`,
      [crawlId, spec.url, index, id],
    )
  for (const { id } of jobs.slice(0, scraped)) {
    await fixture.pool.query('UPDATE job SET queued_at = now() WHERE id = $1', [id])
    const claim = await claimJob(ctx, id, '1')
    if (claim.kind !== 'claimed') throw new Error(claim.kind)
    await completeJob(ctx, claim.job, { ...delivery(0), page: PAGE })
  }
  return jobs.map(({ id }) => id)
}

const PAGE = JSON.stringify({
  final_url: SITE,
  redirected: false,
  redirect_chain: [],
  status_code: 200,
  content: 'the page',
  title: 'Guide',
  metadata: {},
  headers: {},
  size_bytes: 8,
  screenshot_url: null,
  pdf_url: null,
  extraction_method: 'algorithmic',
  version: 'v1',
})

describe('the pages of a crawl', () => {
  let account: TestAccount
  let crawlId: string
  let jobIds: string[]
  beforeAll(async () => {
    account = await fixture.account()
    crawlId = (await post(account, { url: SITE })).body.crawl_id
    jobIds = await scrapePages(account, crawlId, 30, 3)
  })

  test('are counted', async () => {
    const { body } = await fixture.get(account, `/crawl/${crawlId}`)
    expect(body).toMatchObject({ status: 'running', total: 30, completed: 3, pending: 27, pages_scraped: 3 })
  })

  test('are shown with their results, page by page', async () => {
    const { body } = await fixture.get(account, `/crawl/${crawlId}?include_results=true&limit=4&offset=1`)
    expect(body).toMatchObject({ crawl_id: crawlId, limit: 4, offset: 1 })
    expect(body.results.map(({ job_id }: { job_id: string }) => job_id)).toEqual(jobIds.slice(1, 5))
    expect(body.results[0]).toMatchObject({
      url: `${SITE}1`,
      status: 'succeeded',
      depth: 1,
      source: 'link',
      status_code: 200,
      result: { content: 'the page', job_id: jobIds[1] },
    })
    expect(body.results[3]).toEqual({
      url: `${SITE}4`,
      job_id: jobIds[4],
      status: 'pending',
      depth: 1,
      source: 'link',
    })
    const first = await fixture.get(account, `/crawl/${crawlId}?include_results=true`)
    expect(first.body.results).toHaveLength(30)
    const query = '?include_results=true&page_results=false'
    const { results, left_out } = (await fixture.get(account, `/crawl/${crawlId}${query}`)).body
    const bare = first.body.results.map(({ result: _, ...page }: { result?: unknown }) => page)
    expect([results, left_out]).toEqual([bare, {}])
    const part = await fixture.get(account, `/crawl/${crawlId}${query}&limit=2&offset=3`)
    expect(part.body.results).toEqual(bare.slice(3, 5))
  })

  test('that wait are told in their order until it ends', async () => {
    const { crawl_id } = (await post(account, { url: SITE })).body
    const waiting = ['b', 'a', 'c'].map((path) => `${SITE}${path}`)
    await fixture.pool.query(
      `INSERT INTO crawl_page (crawl_id, key, url, depth, source, seq, state)
       SELECT $1, sha256(url::bytea), url, 1, 'link', 1000 + at, 'waiting' FROM unnest($2::text[]) WITH ORDINALITY AS page(url, at)`,
      [crawl_id, waiting],
    )
    const waitingOf = async () => (await fixture.get(account, `/crawl/${crawl_id}`)).body.waiting
    expect(await waitingOf()).toEqual(waiting)
    await fixture.pool.query("UPDATE crawl SET phase = 'ended', end_reason = 'exhausted' WHERE id = $1", [
      crawl_id,
    ])
    expect(await waitingOf()).toEqual([])
  })

  test('are shown without what they hold where that is not wanted, as lines too', async () => {
    const path = `/crawl/${crawlId}?include_results=true&limit=4`
    const whole = (await fixture.get(account, path)).body
    const { body } = await fixture.get(account, `${path}&page_results=false`)
    const states = whole.results.map(({ result: _result, ...state }: { result?: object }) => state)
    expect(whole.results[0].result).toBeDefined()
    expect(body).toEqual({ ...whole, results: states })
    const reply = await fetch(`${fixture.url}/api/v1${path}&page_results=false&format=jsonl`, {
      headers: { 'X-API-Key': account.key },
    })
    const lines = (await reply.text()).trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual(states)
  })

  test('come as JSON lines, all of them', async () => {
    const reply = await fetch(`${fixture.url}/api/v1/crawl/${crawlId}?include_results=true`, {
      headers: { 'X-API-Key': account.key, Accept: 'application/x-ndjson' },
    })
    const lines = (await reply.text()).trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).job_id)).toEqual(jobIds)
  })

  test('name their crawl where they are read as jobs, and stand in no batch', async () => {
    const { body } = await fixture.get(account, `/jobs/${jobIds[0]}`)
    expect([body.crawl_id, body.batch_id]).toEqual([crawlId, undefined])
    expect((await fixture.get(account, `/batch/batch_${crawlId}`)).status).toBe(404)
    expect((await fixture.get(account, '/batches')).body.total).toBe(0)
  })

  test('that were scraped are kept when it is cancelled; those that wait are not scraped', async () => {
    const { body } = await cancel(account, crawlId)
    expect(body).toMatchObject({ status: 'cancelled', completed: 3, cancelled: 27, pending: 0 })
    expect((await cancel(account, crawlId)).body).toEqual(body)
    const { results } = (await fixture.get(account, `/crawl/${crawlId}?include_results=true&limit=5`)).body
    expect(results.map(({ status }: { status: string }) => status)).toEqual([
      ...Array(3).fill('succeeded'),
      ...Array(2).fill('cancelled'),
    ])
    expect(await fixture.balance(account)).toEqual([1_000_000, 0])
  })

  test('are there without being asked for once it has ended, and not before, but for who does not want them', async () => {
    const running = (await post(account, { url: SITE })).body.crawl_id
    expect((await fixture.get(account, `/crawl/${running}`)).body.results).toBeUndefined()
    const { body } = await fixture.get(account, `/crawl/${crawlId}`)
    expect(body).toMatchObject({ status: 'cancelled', total: 30, limit: 100, offset: 0 })
    expect(body.results).toHaveLength(30)
    const page = await fixture.get(account, `/crawl/${crawlId}?limit=2&offset=29`)
    expect(page.body.results.map(({ job_id }: { job_id: string }) => job_id)).toEqual(jobIds.slice(29))
    const without = await fixture.get(account, `/crawl/${crawlId}?include_results=false`)
    expect(without.body).toMatchObject({ status: 'cancelled', total: 30 })
    expect(without.body.results).toBeUndefined()
  })
})

test('an element to wait for, where published clients send it, starts a browser for each page', async () => {
  const account = await fixture.account()
  const { status, body } = await post(account, { url: SITE, advanced: { wait_for: '#content' } })
  expect(status).toBe(202)
  const { options } = await rowOf(body.crawl_id)
  expect(options.scrape.advanced).toMatchObject({ wait_for: '#content', render_js: true })
  const limited = { url: SITE, advanced: { wait_for: '#content' }, cost_controls: { max_tier: '2' } }
  expect((await post(account, limited)).body.warnings).toEqual([
    expect.stringContaining('advanced.wait_for has no effect'),
  ])
})

test('an id that is none is unknown, and so is the crawl of somebody else', async () => {
  const [owner, other] = [await fixture.account(), await fixture.account()]
  const { body } = await post(owner, { url: SITE })
  for (const id of ['nonsense', uuidv7(), body.crawl_id]) {
    const { status, body: reply } = await fixture.get(other, `/crawl/${id}`)
    expect([status, reply.error]).toEqual([404, 'NOT_FOUND'])
  }
})
