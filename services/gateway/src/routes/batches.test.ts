import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

let fixture: GatewayFixture
beforeAll(async () => {
  fixture = await createGatewayFixture({ NODE_ENV: 'development' })
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
})

describe('the webhook of a batch', () => {
  const webhookUrl = 'https://hooks.example.com/gleaner'

  /** A batch of two that is over, and whose receiver was told in these states. */
  async function told(account: TestAccount, ...states: string[]) {
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
    const { id, jobIds, log, retry } = await told(await fixture.account(), 'delivered', state)
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
    const { retry } = await told(await fixture.account(), state)
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
    const { id, retry: retryAs } = await told(account, 'failed')
    const stranger = await fixture.account()
    expect((await retryAs(stranger)).status).toBe(404)
    expect((await fixture.get(stranger, `/batch/${id}/webhook-log`)).status).toBe(404)
  })
})
