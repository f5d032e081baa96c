import { inspect } from 'node:util'
import { auditLedger } from '@gleaner/billing'
import { readBatchHeaders } from '@gleaner/outgoing-webhooks'
import { createSecretBox } from '@gleaner/security/secret-box'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { admitBulk } from '../testing/admit-bulk.ts'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

let fixture: GatewayFixture
let admission: Awaited<ReturnType<typeof admitBulk>>
beforeAll(async () => {
  fixture = await createGatewayFixture()
  admission = await admitBulk(fixture.env)
})
afterAll(async () => {
  await admission.stop()
  await fixture.close()
})

const post = (account: TestAccount, path: string, body: object, headers = {}) =>
  fixture.request(`/api/v1${path}`, {
    method: 'POST',
    headers: { 'X-API-Key': account.key, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const page = (path = '/article') => fixture.site.url + path

async function ended(account: TestAccount, batchId: string) {
  return await eventually(
    async () => {
      const { body } = await fixture.get(account, `/batch/${batchId}`)
      expect(body.completed_at).not.toBeNull()
      return body
    },
    { timeoutMs: 30_000 },
  )
}

describe('a batch with bad entries', () => {
  const bad = () => [
    page(),
    { url: 'hello' },
    { url: page(), formatz: ['text'] },
    { url: 'http://10.0.0.1/' },
    { url: page('/product'), cost_controls: { max_credits: 0.1 } },
    { url: page(), template: 'unknown' },
    page('/product'),
  ]

  test('is refused whole unless they are to be skipped', async () => {
    const account = await fixture.account()
    for (const more of [{}, { on_invalid: 'refuse' }])
      expect(await post(account, '/batch', { urls: bad(), ...more })).toMatchObject({
        status: 400,
        body: { details: { bad_indexes: [1, 2] } },
      })
  })

  test('takes the others when they are skipped, and names each fault with its index, field and remedy', async () => {
    const account = await fixture.account(1_000_000)
    const { status, body } = await post(account, '/batch', { urls: bad(), on_invalid: 'skip' })
    expect([status, body.total_jobs, body.job_ids.length]).toEqual([200, 2, 2])
    expect(body.skipped).toEqual([
      {
        index: 1,
        field: 'url',
        message: expect.stringContaining('absolute URL'),
        error_code: 'INVALID_REQUEST',
      },
      {
        index: 2,
        field: 'formatz',
        message: expect.stringContaining('formats'),
        error_code: 'INVALID_REQUEST',
      },
      { index: 3, field: 'url', message: expect.any(String), error_code: 'URL_NOT_ALLOWED' },
      { index: 4, field: '', message: expect.any(String), error_code: 'BUDGET_EXCEEDED' },
      { index: 5, field: 'template', message: expect.any(String), error_code: 'INVALID_REQUEST' },
    ])
    const batch = await ended(account, body.batch_id)
    expect(batch.items.map(({ url }: { url: string }) => url)).toEqual([page(), page('/product')])
    expect(batch.skipped).toEqual(body.skipped)
    const [available, held] = await fixture.balance(account)
    expect([1_000_000 - available, held]).toEqual([batch.credits_used * 200, 0])
  })

  test('is refused when nothing is left of it, and sent again with its key gives the same batch', async () => {
    const account = await fixture.account()
    const none = await post(account, '/batch', { urls: ['a', 'b'], on_invalid: 'skip' })
    expect(none).toMatchObject({ status: 400, body: { details: { bad_indexes: [0, 1] } } })
    const send = () =>
      post(account, '/batch', { urls: ['a', page()], on_invalid: 'skip' }, { 'Idempotency-Key': 'one' })
    const [first, second] = [await send(), await send()]
    expect(second.body).toEqual(first.body)
  })
})

describe('POST /batch/{batch_id}/retry', () => {
  let account: TestAccount
  let batchId: string
  beforeAll(async () => {
    account = await fixture.account()
    const { body } = await post(account, '/batch', {
      urls: [page(), { url: page('/not-browser'), external_id: 'two' }, page('/status/403')],
      cost_controls: { force_tier: '1' },
      external_id: 'whole',
    })
    batchId = body.batch_id
    expect(await ended(account, batchId)).toMatchObject({ completed: 1, failed: 2 })
  })

  test('scrapes what has failed as a new batch, with changes, once for one key', async () => {
    const send = () =>
      post(
        account,
        `/batch/${batchId}/retry`,
        { cost_controls: { force_tier: '2' } },
        { 'Idempotency-Key': 'again' },
      )
    const [first, second] = [await send(), await send()]
    expect(first).toMatchObject({
      status: 200,
      body: { retry_of: batchId, total_jobs: 2, external_id: 'whole' },
    })
    expect(second.body).toEqual(first.body)
    const again = await ended(account, first.body.batch_id)
    expect(again.items).toMatchObject([
      { url: page('/not-browser'), status: 'succeeded', external_id: 'two' },
      { url: page('/status/403'), status: 'failed', external_id: 'whole' },
    ])
    expect(await auditLedger(fixture.pool)).toEqual([])
  })

  test('refuses a batch that has not ended, one without such items, and that of others', async () => {
    const none = await post(account, `/batch/${batchId}/retry`, { statuses: ['cancelled'] })
    expect(none).toMatchObject({ status: 409, body: { error: 'CONFLICT' } })
    expect((await post(await fixture.account(), `/batch/${batchId}/retry`, {})).status).toBe(404)
    const slow = await post(account, '/batch', { urls: [page('/slow?ms=20000')] })
    const open = await post(account, `/batch/${slow.body.batch_id}/retry`, {})
    expect([open.status, open.headers.get('retry-after')]).toEqual([409, '5'])
  })

  test('names items whose secrets are gone, or leaves them out', async () => {
    const secret = { url: page('/echo'), method: 'POST', body: 'x', content_type: 'text/plain' }
    const made = await post(account, '/batch', { urls: [page(), secret] })
    await ended(account, made.body.batch_id)
    const path = `/batch/${made.body.batch_id}/retry`
    const refused = await post(account, path, { statuses: ['succeeded'] })
    expect(refused).toMatchObject({ status: 400, body: { details: { bad_indexes: [1] } } })
    const skipping = await post(account, path, { statuses: ['succeeded'], on_invalid: 'skip' })
    expect(skipping.body).toMatchObject({ total_jobs: 1, skipped: [{ index: 1 }] })
  })

  test.each([
    ['succeeded', 1],
    ['failed', 2],
    ['cancelled', 0],
  ])('its results may be those that are %s, as JSON, JSON lines or CSV', async (status, count) => {
    const get = (query: string) => fixture.get(account, `/batch/${batchId}/results?status=${status}${query}`)
    expect((await get('')).body.results).toHaveLength(count)
    expect((await get('&offset=1')).body.results).toHaveLength(Math.max(0, count - 1))
    expect((await get('&format=jsonl')).body.split('\n')).toHaveLength(count + 1)
    const csv = await get('&format=csv')
    expect(csv.headers.get('content-type')).toMatch(/^text\/csv/)
    const [names, ...lines] = csv.body.trimEnd().split('\n')
    expect([names, lines.length]).toEqual([
      'job_id,url,status,status_code,credits,error_code,error,external_id,metadata',
      count,
    ])
  })
})

test('headers for the receiver of a batch are kept sealed, are of no item, and go with a batch that retries it', async () => {
  const account = await fixture.account(1_000_000)
  const secretBox = createSecretBox(fixture.env.ENCRYPTION_KEYS!)
  const webhook_url = 'https://hooks.example.com/x'
  const webhook_headers = { Authorization: 'Bearer hunter2' }
  const urls = [page('/missing-page')]
  const first = await post(account, '/batch', { urls, webhook_url, webhook_headers })
  expect(first.status).toBe(200)
  await ended(account, first.body.batch_id)
  const retried = { statuses: ['failed', 'succeeded'] }
  const again = await post(account, `/batch/${first.body.batch_id}/retry`, retried)
  const elsewhere = await post(account, `/batch/${first.body.batch_id}/retry`, {
    ...retried,
    webhook_url: 'https://other.example.com/',
  })
  const headersOf = (id: string) =>
    readBatchHeaders({ pool: fixture.pool, secretBox }, id.replace('batch_', ''))
  expect(await headersOf(first.body.batch_id)).toEqual(webhook_headers)
  expect(await headersOf(again.body.batch_id)).toEqual(webhook_headers)
  expect(await headersOf(elsewhere.body.batch_id)).toBeUndefined()
  const { rows } = await fixture.pool.query('SELECT * FROM job WHERE account_id = $1', [account.id])
  const shown = await fixture.get(account, `/batch/${again.body.batch_id}`)
  expect(inspect([rows, first.body, again.body, shown.body], { depth: 9 })).not.toContain('hunter2')
})
