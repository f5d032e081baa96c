import { deposit } from '@gleaner/billing'
import { uuidOfBatch } from '@gleaner/contracts'
import { claimJob, completeJob, type Delivery, failJob, type JobsContext } from '@gleaner/jobs'
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
  fixture.request('/api/v1/batch', {
    method: 'POST',
    headers: {
      'X-API-Key': typeof account === 'string' ? account : account.key,
      'Content-Type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(body),
  })

const page = (path: string) => `${fixture.site.url}/${path}`
const specsOf = async (jobIds: string[]) => {
  const { rows } = await fixture.pool.query('SELECT spec FROM job WHERE id = ANY($1) ORDER BY batch_index', [
    jobIds,
  ])
  return rows.map((row) => row.spec)
}

describe('POST /batch', () => {
  test('accepts addresses and objects, holds nothing, and is read back in the order of the request', async () => {
    const account = await fixture.account()
    const urls = [page('plain'), { url: page('other'), timeout: 20 }, page('plain')]
    const { status, body } = await post(account, { urls })
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'pending', total_jobs: 3, total_urls: 3, webhook_url: null })
    expect(body.estimated_credits).toBe(3)
    expect(await fixture.balance(account)).toEqual([1_000_000, 0])
    const read = await fixture.get(account, `/batch/${body.batch_id}`)
    expect(read.body).toMatchObject({
      batch_id: body.batch_id,
      status: 'pending',
      total: 3,
      pending: 3,
      webhook_status: null,
      items: [page('plain'), page('other'), page('plain')].map((url, index) => ({
        job_id: body.job_ids[index],
        url,
        status: 'pending',
      })),
    })
    const job = await fixture.get(account, `/jobs/${body.job_ids[0]}`)
    expect(job.body).toMatchObject({ status: 'pending', url: page('plain') })
  })

  test('an item’s own field goes before what the batch says for all; options are joined field by field', async () => {
    const { body } = await post(await fixture.account(), {
      urls: [
        page('a'),
        { url: page('b'), formats: ['text'], advanced: { evidence: true }, cost_controls: { max_tier: 2 } },
      ],
      formats: ['markdown'],
      advanced: { only_main_content: false, evidence: false },
      cost_controls: { max_credits: 10 },
      location: { country: 'de' },
      sync: false,
    })
    const [first, second] = await specsOf(body.job_ids)
    expect(first).toMatchObject({
      sync: false,
      mode: 'auto',
      formats: ['markdown'],
      advanced: { only_main_content: false, evidence: false },
      cost_controls: { max_credits: 10 },
      location: { country: 'DE' },
    })
    expect(second).toMatchObject({
      formats: ['text'],
      advanced: { only_main_content: false, evidence: true },
      cost_controls: { max_credits: 10, max_tier: '2' },
    })
  })

  test('is estimated as /scrape/estimate does it, URL by URL', async () => {
    const account = await fixture.account()
    const urls = [
      'https://x.com/a',
      'https://www.amazon.com/b',
      'https://unknown.example.com/',
      'https://reddit.com/r',
    ]
    const { body } = await post(account, { urls })
    const estimates = await Promise.all(
      urls.map((url) =>
        fixture.request('/api/v1/scrape/estimate', {
          method: 'POST',
          headers: { 'X-API-Key': account.key, 'Content-Type': 'application/json' },
          body: JSON.stringify({ url }),
        }),
      ),
    )
    expect(body.estimated_credits).toBe(estimates.reduce((sum, { body }) => sum + body.estimated_credits, 0))
  })

  test('one bad entry refuses the batch whole, and each is named: by its fields', async () => {
    const account = await fixture.account()
    const good = page('plain')
    const { status, body } = await post(account, {
      urls: [
        good,
        'nonsense',
        { url: good, formats: ['x'] },
        7,
        { url: good, sync: true },
        { url: good, urll: 1 },
        {},
      ],
    })
    expect([status, body.error]).toEqual([400, 'INVALID_REQUEST'])
    expect(body.details.bad_indexes).toEqual([1, 2, 3, 4, 5, 6])
    const paths = body.details.issues.map(({ path }: { path: string }) => path)
    expect(paths).toEqual([
      'urls[1].url',
      'urls[2].formats.0',
      'urls[3]',
      'urls[4].sync',
      'urls[5].urll',
      'urls[6].url',
    ])
    expect(body.message).toContain('urls[4].sync: a batch is never waited for')
    const { rows } = await fixture.pool.query('SELECT FROM batch WHERE account_id = $1', [account.id])
    expect(rows).toHaveLength(0)
  })

  const refusals: [string, unknown, number, string, number[]][] = [
    ['fields that contradict each other', { url: 'https://a.test/', body: 'x' }, 400, 'INVALID_REQUEST', [1]],
    ['an address that the egress policy refuses', 'http://10.0.0.1/', 400, 'URL_NOT_ALLOWED', [1]],
    ['a session', { url: 'https://a.test/', session_id: crypto.randomUUID() }, 404, 'SESSION_NOT_FOUND', [1]],
    [
      'a proxy that is not there',
      {
        url: 'https://a.test/',
        advanced: { use_own_proxy: true, proxy_integration_id: crypto.randomUUID() },
      },
      400,
      'INVALID_REQUEST',
      [1],
    ],
    [
      'a schema whose pattern is not linear',
      { url: 'https://a.test/', extraction_schema: { properties: { a: { pattern: '(a)\\1' } } } },
      400,
      'INVALID_REQUEST',
      [1],
    ],
    [
      'a budget below the first tier',
      { url: 'https://a.test/', cost_controls: { max_credits: 0.1 } },
      422,
      'BUDGET_EXCEEDED',
      [1],
    ],
    ['a null byte', { url: 'https://a.test/', content_type: 'a\0' }, 400, 'INVALID_REQUEST', []],
  ]
  test.each(refusals)('refuses what a scrape refuses: %s', async (_, entry, status, code, indexes) => {
    const reply = await post(await fixture.account(), { urls: [page('plain'), entry] })
    expect([reply.status, reply.body.error]).toEqual([status, code])
    expect(reply.body.details.bad_indexes ?? []).toEqual(indexes)
  })

  test('a thousand bad entries are all named, in a reply of bounded size', async () => {
    const entries = Array.from({ length: 1_000 }, () => ({ url: 'x'.repeat(200), ['y'.repeat(100)]: 1 }))
    const { status, body } = await post(await fixture.account(), { urls: entries })
    expect(status).toBe(400)
    expect(body.details.bad_indexes).toHaveLength(1_000)
    expect(JSON.stringify(body).length).toBeLessThan(64 * 1024)
  })

  test.each([
    ['no URL', { urls: [] }, 400],
    ['1,001 URLs', { urls: Array(1_001).fill('https://a.test/') }, 400],
    ['a field that nobody knows', { urls: ['https://a.test/'], urll: 1 }, 400],
    [
      'large options for all',
      { urls: Array(1_000).fill('https://a.test/'), method: 'POST', body: 'x'.repeat(20_000) },
      413,
    ],
    [
      'a webhook with a password',
      { urls: ['https://a.test/'], webhook_url: 'https://u:secret@a.test/' },
      400,
    ],
    ['a webhook inside', { urls: ['https://a.test/'], webhook_url: 'https://169.254.169.254/' }, 400],
    ['a webhook that is no URL', { urls: ['https://a.test/'], webhook_url: 'ftp://a.test/' }, 400],
    [
      'a long webhook',
      { urls: ['https://a.test/'], webhook_url: `https://a.test/${'x'.repeat(2_040)}` },
      400,
    ],
  ])('refuses %s', async (_, body, status) => {
    const reply = await post(await fixture.account(), body)
    expect(reply.status).toBe(status)
    expect(JSON.stringify(reply.body)).not.toContain('secret')
  })

  test('takes a thousand objects with options', async () => {
    const urls = Array.from({ length: 1_000 }, (_, index) => ({
      url: page(`plain?${index}`),
      formats: ['markdown', 'json'],
      advanced: { only_main_content: false, remove_cookie_banners: true },
      cost_controls: { max_tier: '2', prefer_cost: true },
      extraction_schema: { type: 'object', properties: { [`field_${index}`]: { type: 'string' } } },
      location: { country: 'DE', language: 'de' },
    }))
    const { status, body } = await post(await fixture.account(), { urls })
    expect([status, body.total_jobs, new Set(body.job_ids).size]).toEqual([200, 1_000, 1_000])
  })

  test('asks for the first tier’s price of every URL, and for no more', async () => {
    const account = await fixture.account(500)
    const urls = Array(3).fill(page('plain'))
    const { status, body } = await post(account, { urls })
    expect([status, body.error]).toEqual([402, 'INSUFFICIENT_BALANCE'])
    expect(body.details).toEqual({ needed_credits: 3, available_credits: 2.5 })
    await deposit(fixture.pool, account.id, 100n, 'test')
    expect((await post(account, { urls })).status).toBe(200)
  })

  test('a spend limit that is used up refuses it', async () => {
    const account = await fixture.account()
    await fixture.asUser(account, 'PUT', '/account/limits', { request_limit: 0 })
    const { status, body } = await post(account, { urls: [page('plain')] })
    expect([status, body.error]).toEqual([429, 'SPEND_LIMIT_EXCEEDED'])
    expect((await post(account.testKey, { urls: [page('plain')] })).status).toBe(200)
  })

  test('of twenty at once five are accepted; another follows when one has ended', async () => {
    const account = await fixture.account()
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => post(account, { urls: [page('plain')] })),
    )
    const accepted = replies.filter(({ status }) => status === 200)
    expect(accepted).toHaveLength(5)
    for (const { status, body } of replies)
      if (status !== 200) expect([status, body.error]).toEqual([429, 'BATCH_LIMIT_REACHED'])
    const headers = { 'X-API-Key': account.key }
    const cancelled = await fixture.request(`/api/v1/batch/${accepted[0]!.body.batch_id}`, {
      method: 'DELETE',
      headers,
    })
    expect(cancelled.body).toMatchObject({
      status: 'cancelled',
      cancelled: 1,
      items: [{ status: 'cancelled', error_code: 'CANCELLED' }],
    })
    expect((await post(account, { urls: [page('plain')] })).status).toBe(200)
  })

  test('with an Idempotency-Key the same request is the same batch, and that of a test key is another', async () => {
    const account = await fixture.account()
    const headers = { 'Idempotency-Key': 'k' }
    const urls = [page('plain')]
    const first = await post(account, { urls }, headers)
    expect((await post(account, { urls }, headers)).body).toEqual(first.body)
    expect((await post(account, { urls: [page('b')] }, headers)).body.error).toBe('IDEMPOTENCY_CONFLICT')
    expect((await post(account.testKey, { urls }, headers)).body.error).toBe('IDEMPOTENCY_CONFLICT')
    expect((await fixture.get(account, '/batches')).body.total).toBe(1)
  })

  test('is accepted once when the answer to its commit is lost', async () => {
    const account = await fixture.account()
    fixture.databaseProxy.cut('COMMIT')
    const { status, body } = await post(account, { urls: [page('plain')] })
    fixture.databaseProxy.restore()
    expect([status, fixture.databaseProxy.cuts]).toEqual([200, 1])
    const { batches, total } = (await fixture.get(account, '/batches')).body
    expect([total, batches[0].batch_id]).toEqual([1, body.batch_id])
  })
})

/** Works on an item as its worker would. */
async function end(jobId: string, page?: string): Promise<void> {
  const ctx = {
    pool: fixture.pool,
    secretBox: createSecretBox(fixture.env.ENCRYPTION_KEYS!),
  } as JobsContext
  const claim = await claimJob(ctx, jobId, '1')
  if (claim.kind !== 'claimed') throw new Error(claim.kind)
  if (page === undefined)
    await failJob(ctx, claim.job, { code: 'ALL_TIERS_FAILED', message: 'no tier did it' })
  else await completeJob(ctx, claim.job, { ...delivery(0), page } satisfies Delivery)
}

const pageOf = (content: string) =>
  JSON.stringify({
    final_url: 'https://example.com/',
    redirected: false,
    redirect_chain: [],
    status_code: 200,
    content,
    metadata: {},
    headers: {},
    size_bytes: content.length,
    screenshot_url: null,
    pdf_url: null,
    extraction_method: 'algorithmic',
    version: 'v1',
  })

const LARGE = '"quoted" ünïcode 漢字 😀 \\ '.repeat(60_000)

describe('results of a batch', () => {
  let account: TestAccount
  let batch: { batch_id: string; job_ids: string[] }
  beforeAll(async () => {
    account = await fixture.account()
    const urls = Array.from({ length: 8 }, (_, index) => page(`plain?${index}`))
    batch = (await post(account, { urls })).body
  })
  const path = (more = '') => `/batch/${batch.batch_id}${more}`

  test('are shown for what has ended, while the others go on', async () => {
    await end(batch.job_ids[0]!, pageOf('first'))
    await end(batch.job_ids[1]!)
    const status = await fixture.get(account, path())
    expect(status.body).toMatchObject({ status: 'processing', completed: 1, failed: 1, pending: 6 })
    expect(status.body.items[0]).toEqual({
      job_id: batch.job_ids[0],
      url: page('plain?0'),
      status: 'succeeded',
      status_code: 200,
      credits: 0,
    })
    expect(status.body.items[1]).toMatchObject({
      status: 'failed',
      error: 'no tier did it',
      error_code: 'ALL_TIERS_FAILED',
    })
    const asked = await fixture.get(account, path('?include_results=true'))
    expect(asked.body.items[0].result).toMatchObject({ content: 'first', job_id: batch.job_ids[0] })
    const results = await fixture.get(account, path('/results?limit=3'))
    expect(results.body).toMatchObject({ total: 8, limit: 3, offset: 0 })
    expect(results.body.results.map((job: { status: string }) => job.status)).toEqual([
      'completed',
      'failed',
      'pending',
    ])
    expect(results.body.results[0]).toEqual((await fixture.get(account, `/jobs/${batch.job_ids[0]}`)).body)
    expect(results.body.results[0].batch_id).toBe(batch.batch_id)
  })

  test('come with the status of a batch that has ended, as many as are small', async () => {
    for (const [index, jobId] of batch.job_ids.entries()) {
      if (index < 2) continue
      await end(jobId, pageOf(index === 5 ? LARGE : 'x'.repeat(900_000)))
    }
    const { body } = await fixture.get(account, path())
    expect(body).toMatchObject({
      status: 'partially_failed',
      completed: 7,
      failed: 1,
      pending: 0,
      completed_at: expect.any(String),
    })
    const carried = body.items.flatMap((item: { result?: object }, index: number) =>
      item.result ? [index] : [],
    )
    expect(carried).toEqual([0, 2, 3, 4, 6])
    expect((await fixture.get(account, path('?include_results=false'))).body.items[0].result).toBeUndefined()
    expect((await fixture.get(account, path('?include_items=false'))).body).toEqual({ ...body, items: [] })
  })

  test('come page by page and as JSON lines, large ones to the byte', async () => {
    const all = (await fixture.get(account, path('/results?limit=100'))).body.results
    expect(all.map((job: { id: string }) => job.id)).toEqual(batch.job_ids)
    expect(all[5].result.content === LARGE).toBe(true)
    const last = (await fixture.get(account, path('/results?limit=5&offset=6'))).body.results
    expect(last).toEqual(all.slice(6))
    expect((await fixture.get(account, path('/results?offset=8'))).body.results).toEqual([])
    const asked = { headers: { 'X-API-Key': account.key, Accept: 'application/x-ndjson' } }
    for (const lines of [
      await fixture.request(`/api/v1${path('/results')}`, asked),
      await fixture.get(account, path('/results?format=jsonl')),
    ]) {
      expect(lines.headers.get('content-type')).toMatch(/^application\/x-ndjson/)
      expect(
        lines.body
          .trimEnd()
          .split('\n')
          .map((line: string) => JSON.parse(line)),
      ).toEqual(all)
    }
  })

  test('are gone after 24 hours; what became of each URL is still told', async () => {
    const uuid = uuidOfBatch(batch.batch_id)
    await fixture.pool.query("UPDATE job SET finished_at = finished_at - interval '25 hours' WHERE id = $1", [
      batch.job_ids[0],
    ])
    const { body } = await fixture.get(account, path('/results?limit=2'))
    expect(body.results[0]).toMatchObject({ status: 'completed', error_code: 'JOB_EXPIRED' })
    for (const table of ['batch', 'job'])
      await fixture.pool.query(
        `UPDATE ${table} SET finished_at = finished_at - interval '25 hours' WHERE ${table === 'job' ? 'batch_id' : 'id'} = $1`,
        [uuid],
      )
    const gone = await fixture.get(account, path('/results'))
    expect([gone.status, gone.body.error]).toEqual([410, 'JOB_EXPIRED'])
    const status = await fixture.get(account, path())
    expect(status.body.items[0]).toMatchObject({ status: 'succeeded', status_code: 200 })
    expect(status.body.items.filter((item: { result?: object }) => item.result)).toEqual([])
  })
})

test('batches are listed, the newest first, by status and page by page, and summed up', async () => {
  const account = await fixture.account()
  const batches: { batch_id: string; job_ids: string[] }[] = []
  for (const path of ['a', 'b', 'c']) batches.push((await post(account, { urls: [page(path)] })).body)
  await end(batches[1]!.job_ids[0]!, pageOf('b'))
  const ids = async (query: string) => {
    const { body } = await fixture.get(account, `/batches${query}`)
    return [
      body.total,
      ...body.batches.map(({ batch_id }: { batch_id: string }) =>
        batches.findIndex((one) => one.batch_id === batch_id),
      ),
    ]
  }
  expect(await ids('')).toEqual([3, 2, 1, 0])
  expect(await ids('?limit=1&offset=1')).toEqual([3, 1])
  expect(await ids('?status=completed')).toEqual([1, 1])
  expect((await fixture.get(account, '/batches?limit=51')).status).toBe(400)
  const { body } = await fixture.get(account, '/batches?status=completed')
  expect(body.batches[0]).toMatchObject({
    url_count: 1,
    status: 'completed',
    completed: 1,
    total: 1,
    credits_used: 0,
  })
  const analytics = await fixture.get(account, '/batches/analytics?days=2')
  expect(analytics.body.summary).toEqual({
    total_batches: 3,
    total_urls: 3,
    success_rate: 100,
    total_credits: 0,
  })
  expect(analytics.body.daily_stats).toHaveLength(2)
  expect((await fixture.get(account, '/batches/analytics?days=91')).status).toBe(400)
})

test('a batch of another account, and what is no id, are unknown', async () => {
  const [one, other] = [await fixture.account(), await fixture.account()]
  const { body } = await post(one, { urls: [page('plain')] })
  const uuid = uuidOfBatch(body.batch_id)
  for (const id of [body.batch_id, uuid, 'batch_', 'batch_x', `batch_${'0'.repeat(500)}`]) {
    const { status } = await fixture.get(other, `/batch/${id}`)
    expect([id, status]).toEqual([id, 404])
  }
})

describe('the webhook of a batch', () => {
  const webhookUrl = 'https://hooks.example.com/gleaner'

  /** A batch of two that is over, and whose receiver was told in these states. */
  async function batchWith(account: TestAccount, ...states: string[]) {
    const { body } = await post(account, { urls: [page('a'), page('b')], webhook_url: webhookUrl })
    const uuid = body.batch_id.replace('batch_', '')
    await fixture.pool.query('UPDATE batch SET cancelled_at = now() WHERE id = $1', [uuid])
    for (const [index, state] of states.entries()) {
      const isOpen = state === 'pending' || state === 'retrying'
      await fixture.pool.query(
        `WITH delivery AS (
           INSERT INTO webhook_delivery (id, account_id, batch_id, job_id, event, url, host, state, attempts, next_attempt_at, ended_at)
           VALUES (gen_random_uuid(), $1, $2, $3, 'job.completed', $4, 'hooks.example.com', $5, 1, $6, $7) RETURNING id
         ) INSERT INTO webhook_attempt (delivery_id, attempt, status_code, error, duration_ms) SELECT id, 1, 500, 'no', 3 FROM delivery`,
        [
          account.id,
          uuid,
          body.job_ids[index],
          webhookUrl,
          state,
          isOpen ? new Date(Date.now() + 60_000) : null,
          isOpen ? null : new Date(),
        ],
      )
    }
    const log = () => fixture.get(account, `/batch/${body.batch_id}/webhook-log`)
    const retry = (by = account) =>
      fixture.request(`/api/v1/batch/${body.batch_id}/webhook-retry`, {
        method: 'POST',
        headers: { 'X-API-Key': by.key },
      })
    return { id: body.batch_id, jobIds: body.job_ids, log, retry }
  }

  test.each(['failed', 'cancelled', 'retrying'])('that is %s is begun anew', async (state) => {
    const { id, jobIds, log, retry } = await batchWith(await fixture.account(), 'delivered', state)
    const attempt = { attempt: 1, status_code: 500, error: 'no', event: 'job.completed' }
    expect((await log()).body).toMatchObject({
      batch_id: id,
      webhook_url: webhookUrl,
      webhook_status: state,
      attempts: [
        { ...attempt, job_id: jobIds[0] },
        { ...attempt, job_id: jobIds[1] },
      ],
      next_retry_at: state === 'retrying' ? expect.any(String) : null,
    })
    const answers = await Promise.all([retry(), retry(), retry()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    const anew = { webhook_status: 'pending', attempts: [], next_retry_at: null }
    expect(answers.find(({ status }) => status === 200)!.body).toMatchObject(anew)
    expect((await log()).body).toMatchObject(anew)
  })

  test.each(['pending', 'delivered'])('that is %s is not', async (state) => {
    const { retry } = await batchWith(await fixture.account(), state)
    expect(await retry()).toMatchObject({ status: 400, body: { error: 'INVALID_REQUEST' } })
  })

  test('that was never asked for has an empty log, and a stranger finds none', async () => {
    const account = await fixture.account()
    const { body } = await post(account, { urls: [page('a')] })
    const path = `/batch/${body.batch_id}`
    expect((await fixture.get(account, `${path}/webhook-log`)).body).toEqual({
      batch_id: body.batch_id,
      webhook_url: null,
      webhook_status: null,
      attempts: [],
      next_retry_at: null,
    })
    const retry = { method: 'POST', headers: { 'X-API-Key': account.key } }
    expect((await fixture.request(`/api/v1${path}/webhook-retry`, retry)).status).toBe(400)
    const { id, retry: retryAs } = await batchWith(account, 'failed')
    const stranger = await fixture.account()
    expect((await retryAs(stranger)).status).toBe(404)
    expect((await fixture.get(stranger, `/batch/${id}/webhook-log`)).status).toBe(404)
  })
})
