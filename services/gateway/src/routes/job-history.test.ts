import { auditLedger } from '@gleaner/billing'
import { LIMITS } from '@gleaner/contracts'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

let fixture: GatewayFixture
beforeAll(async () => {
  fixture = await createGatewayFixture()
})
afterAll(() => fixture.close())

const as = (account: TestAccount, method: string, path: string, body?: object, headers = {}) =>
  fixture.request(`/api/v1${path}`, {
    method,
    headers: { 'X-API-Key': account.key, ...(body && { 'Content-Type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
const list = async (account: TestAccount, query = '') => (await as(account, 'GET', `/jobs?${query}`)).body
const idsOf = async (account: TestAccount, query: string): Promise<string[]> =>
  (await list(account, query)).jobs.map(({ id }: { id: string }) => id)

describe('GET /jobs', () => {
  let account: TestAccount
  let ids: Record<string, string>
  beforeAll(async () => {
    account = await fixture.account()
    const { url } = fixture.site
    const scrape = async (body: object, key = account.key) =>
      (await fixture.scrape(key, body)).body.job_id as string
    const named = await scrape({ url: `${url}/article?Name=one`, external_id: 'mine' })
    const tested = await scrape({ url: `${url}/article` }, account.testKey)
    await fixture.scrape(account, { url: `${url}/status/403`, cost_controls: { force_tier: '1' } })
    const [failed] = await idsOf(account, 'status=failed')
    const batch = await as(account, 'POST', '/batch', { urls: [`${url}/product`] })
    ids = { named, tested, failed: failed!, item: batch.body.job_ids[0], batch: batch.body.batch_id }
  })

  test('shows all jobs of the account, the newest first, and none of others', async () => {
    const { jobs, next_cursor } = await list(account)
    expect([jobs.map(({ id }: { id: string }) => id), next_cursor]).toEqual([
      [ids.item, ids.failed, ids.tested, ids.named],
      null,
    ])
    expect(jobs[3]).toMatchObject({
      domain: '127.0.0.1',
      tier: '1',
      status_code: 200,
      credits: 1,
      test: false,
    })
    expect(await idsOf(await fixture.account(), '')).toEqual([])
  })

  test.each<[string, () => string, () => (string | undefined)[]]>([
    ['a status', () => 'status=failed', () => [ids.failed]],
    ['a domain', () => 'domain=other.example', () => []],
    ['a tier', () => 'tier=1&status=completed', () => [ids.tested, ids.named]],
    ['a batch', () => `batch_id=${ids.batch}`, () => [ids.item]],
    ['a batch that is none', () => 'batch_id=batch_1', () => []],
    ['a crawl', () => `crawl_id=${ids.named}`, () => []],
    ['a text of the address, in either case', () => 'url=ARTICLE%3Fname', () => [ids.named]],
    ['what it was called by', () => 'external_id=mine', () => [ids.named]],
    ['what it was called by, and another filter', () => 'external_id=mine&status=failed', () => []],
    ['a time', () => 'created_after=2026-01-01&created_before=2026-01-02', () => []],
  ])('chooses by %s', async (_, query, expected) => {
    expect(await idsOf(account, query())).toEqual(expected())
  })

  test('chooses by key', async () => {
    const [of] = (await list(account, 'external_id=mine')).jobs
    expect(await idsOf(account, `key_id=${of.key_id}`)).not.toContain(ids.tested)
    expect(await idsOf(account, `key_id=${of.key_id}&status=failed`)).toEqual([ids.failed])
  })

  test('counts what has ended where roll-ups know it', async () => {
    expect((await list(account, 'limit=1')).counts).toMatchObject({ failed: 1, cached: 0 })
    expect((await list(account, 'tier=1')).counts).toMatchObject({ failed: 0 })
    expect((await list(account, 'created_before=2026-01-01')).counts).toEqual({
      total: 0,
      completed: 0,
      failed: 0,
      cached: 0,
    })
    expect((await list(account, 'url=a')).counts).toBeNull()
  })

  test('goes on where a page ended, whatever was added meanwhile', async () => {
    const first = await list(account, 'limit=2')
    await fixture.scrape(account, { url: `${fixture.site.url}/article` })
    const second = await list(account, `limit=2&cursor=${first.next_cursor}`)
    expect([...first.jobs, ...second.jobs].map(({ id }) => id)).toEqual([
      ids.item,
      ids.failed,
      ids.tested,
      ids.named,
    ])
  })

  test('looks through so many jobs at once, and finds what lies further back by its cursor', async () => {
    const busy = await fixture.account()
    const found = (await fixture.scrape(busy, { url: `${fixture.site.url}/article` })).body.job_id
    await fixture.pool.query(
      `INSERT INTO job (id, account_id, status, url, host, mode, spec, plan, tier, deadline_at, finished_at)
       SELECT gen_random_uuid(), $1, 'failed', 'https://a.example/', 'a.example', 'auto', '{}', '{}', '1', now(), now()
       FROM generate_series(1, $2)`,
      [busy.id, 2 * LIMITS.jobList.lookedThrough],
    )
    // Ids that sort behind: as if they were newer.
    await fixture.pool.query(
      "UPDATE job SET id = ('f' || substr(id::text, 2))::uuid WHERE account_id = $1 AND id <> $2",
      [busy.id, found],
    )
    const pages = [await list(busy, 'url=article')]
    for (; pages.at(-1).next_cursor; )
      pages.push(await list(busy, `url=article&cursor=${pages.at(-1).next_cursor}`))
    expect(pages.map(({ jobs }) => jobs.map(({ id }: { id: string }) => id))).toEqual([[], [], [found]])
  })
})

describe('DELETE /jobs/{job_id}', () => {
  test('ends a job at work, whose worker stops, and charges nothing', async () => {
    const account = await fixture.account(1_000_000)
    const asked = { url: `${fixture.site.url}/slow?ms=60000`, sync: false, cost_controls: { max_tier: '1' } }
    const { job_id } = (await fixture.scrape(account, asked)).body
    const read = () => as(account, 'GET', `/jobs/${job_id}`)
    await eventually(async () => expect((await read()).body.status).toBe('running'))
    const ended = { status: 200, body: { id: job_id, status: 'failed', error_code: 'CANCELLED' } }
    for (const _ of [1, 2]) expect(await as(account, 'DELETE', `/jobs/${job_id}`)).toMatchObject(ended)
    expect(await fixture.balance(account)).toEqual([1_000_000, 0])
    expect(await auditLedger(fixture.pool)).toEqual([])
  })

  test('answers who waits for it', async () => {
    const account = await fixture.account()
    const waiting = fixture.scrape(account, { url: `${fixture.site.url}/slow?ms=60000` })
    const job = await eventually(async () => {
      const [open] = (await list(account, 'status=running')).jobs
      expect(open).toBeDefined()
      return open
    })
    await as(account, 'DELETE', `/jobs/${job.id}`)
    expect(await waiting).toMatchObject({ status: 409, body: { error: 'CANCELLED' } })
  })

  test('leaves what has ended as it is, and refuses parts of other work', async () => {
    const account = await fixture.account()
    const { job_id } = (await fixture.scrape(account, { url: `${fixture.site.url}/article` })).body
    expect((await as(account, 'DELETE', `/jobs/${job_id}`)).body.status).toBe('completed')
    const batch = (await as(account, 'POST', '/batch', { urls: [`${fixture.site.url}/article`] })).body
    expect(await as(account, 'DELETE', `/jobs/${batch.job_ids[0]}`)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining(`DELETE /api/v1/batch/${batch.batch_id}`) },
    })
  })
})

describe('POST /jobs/{job_id}/retry', () => {
  const retry = (account: TestAccount, id: string, body?: object, headers = {}) =>
    as(account, 'POST', `/jobs/${id}/retry`, body, headers)

  test('scrapes the same again with what is changed, and says so', async () => {
    const account = await fixture.account()
    const asked = {
      url: `${fixture.site.url}/article`,
      formats: ['text'],
      advanced: { only_main_content: false },
      external_id: 'mine',
      metadata: { a: 1 },
    }
    const first = (await fixture.scrape(account, asked)).body
    const again = await retry(account, first.job_id)
    expect(again).toMatchObject({ status: 200, body: { external_id: 'mine', request_metadata: { a: 1 } } })
    expect(again.body.job_id).not.toBe(first.job_id)
    expect(again.body.content).toEqual(first.content)
    const changed = await retry(account, first.job_id, {
      formats: ['markdown'],
      cost_controls: { force_tier: '2' },
      metadata: { b: 2 },
    })
    expect(changed.body).toMatchObject({
      content: { markdown: expect.any(String) },
      billing: { tier_used: '2' },
      external_id: 'mine',
      request_metadata: { b: 2 },
    })
    const { rows } = await fixture.pool.query('SELECT spec FROM job WHERE id = $1', [changed.body.job_id])
    expect(rows[0].spec.advanced).toMatchObject({ only_main_content: false })
  })

  test('of a failed job may climb higher, and is charged once however often it is sent with its key', async () => {
    const account = await fixture.account(1_000_000)
    const asked = { url: `${fixture.site.url}/not-browser`, cost_controls: { force_tier: '1' }, sync: false }
    const { job_id } = (await fixture.scrape(account, asked)).body
    await eventually(async () =>
      expect((await as(account, 'GET', `/jobs/${job_id}`)).body.status).toMatch(/failed|completed/),
    )
    const [before] = await fixture.balance(account)
    const send = () =>
      retry(
        account,
        job_id,
        { sync: true, cost_controls: { force_tier: '2' } },
        { 'Idempotency-Key': 'again' },
      )
    const [first, second] = [await send(), await send()]
    expect([first.status, second.body.job_id]).toEqual([200, first.body.job_id])
    expect(await fixture.balance(account)).toEqual([before - 300, 0])
  })

  test('reads by the selectors that the request brought along, or by others', async () => {
    const account = await fixture.account()
    const asked = { url: `${fixture.site.url}/article`, template: { fields: { heading: 'h1' } } }
    const first = (await fixture.scrape(account, asked)).body
    expect(first.filtered_content).toEqual({ heading: expect.any(String) })
    const again = await retry(account, first.job_id)
    expect(again.body.filtered_content).toEqual(first.filtered_content)
    const changed = await retry(account, first.job_id, { template: { fields: { top: 'h1' } } })
    expect(changed.body.filtered_content).toEqual({ top: first.filtered_content.heading })
  })

  test('asks for secrets that ended with the job', async () => {
    const account = await fixture.account()
    const asked = {
      url: `${fixture.site.url}/echo`,
      method: 'POST',
      body: 'hello',
      content_type: 'text/plain',
    }
    const { job_id } = (await fixture.scrape(account, asked)).body
    expect(await retry(account, job_id)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('were deleted when the job ended') },
    })
    expect(await retry(account, job_id, { body: 'hello again' })).toMatchObject({ status: 200 })
  })

  test('refuses a job that is under way, that of others and what is no scrape', async () => {
    const account = await fixture.account()
    const open = (await fixture.scrape(account, { url: `${fixture.site.url}/slow?ms=60000`, sync: false }))
      .body
    const refused = await retry(account, open.job_id)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([409, '5'])
    expect((await retry(await fixture.account(), open.job_id)).status).toBe(404)
    expect((await retry(account, 'hello')).status).toBe(404)
    const bad = await retry(account, open.job_id, { formatz: ['text'] })
    expect(bad).toMatchObject({ status: 400, body: { message: expect.stringContaining('formats') } })
    await as(account, 'DELETE', `/jobs/${open.job_id}`)
  })
})

describe('GET /jobs/{job_id}/request', () => {
  test('gives what was asked without secrets, to its account alone, and asks for the same once more', async () => {
    const account = await fixture.account()
    const url = `${fixture.site.url}/article?again`
    const body = {
      url,
      formats: ['markdown', 'links'],
      cost_controls: { max_tier: '1' },
      external_id: 'mine',
    }
    const first = await fixture.scrape(account, {
      ...body,
      advanced: { cookies: { sid: 'lamp-secret-9' } },
    })
    const path = `/jobs/${first.body.job_id}/request`
    const shown = await as(account, 'GET', path)
    expect([shown.status, shown.body]).toEqual([200, { request: body, had_secrets: true }])
    const again = await fixture.scrape(account, shown.body.request)
    expect((await as(account, 'GET', `/jobs/${again.body.job_id}/request`)).body).toEqual({
      request: body,
      had_secrets: false,
    })
    const ofAnother = await as(await fixture.account(), 'GET', path)
    expect([ofAnother.status, ofAnother.body.error]).toEqual([404, 'JOB_NOT_FOUND'])
    expect((await as(account, 'GET', '/jobs/none/request')).status).toBe(404)
  })
})
