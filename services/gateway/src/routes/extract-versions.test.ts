import { hash } from 'node:crypto'
import { addVersion, type Chain, startChain } from '@gleaner/changes'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { admitBulk } from '../testing/admit-bulk.ts'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

let fixture: GatewayFixture
let admission: Awaited<ReturnType<typeof admitBulk>>
let account: TestAccount
beforeAll(async () => {
  fixture = await createGatewayFixture({ NODE_ENV: 'development' })
  admission = await admitBulk(fixture.env)
})
afterAll(async () => {
  await admission.stop()
  await fixture.close()
})
beforeEach(async () => {
  account = await fixture.account()
})

const send = (
  body: unknown,
  { of = account, headers = {}, signal = undefined as AbortSignal | undefined } = {},
) =>
  fixture.request('/api/v1/extract', {
    method: 'POST',
    headers: { 'X-API-Key': of.key, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })
const page = () => `${fixture.site.url}/product`

/** A monitor that has kept these versions of a page, a day apart, the first on the first of March. */
async function monitored(prices: readonly string[], more: object = {}): Promise<string> {
  const reply = await fixture.request('/api/v1/monitors', {
    method: 'POST',
    headers: { 'X-API-Key': account.key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'm', url: page(), ...more }),
  })
  expect(reply.status).toBe(201)
  await keep(reply.body.id, page(), prices)
  return reply.body.id
}

async function keep(monitorId: string, url: string, prices: readonly string[]): Promise<void> {
  const htmlOf = (price: string, at: number) =>
    `<!DOCTYPE html><html><head><title>Anvil</title></head><body><h1>Anvil</h1><p class="price">${price}</p><p>Visit ${at}</p></body></html>`
  const [first, ...others] = prices.map(htmlOf)
  const chain = others.reduce<Chain>((chain, html) => addVersion(chain, html)!, startChain(first!))
  const key = hash('sha256', url, 'buffer')
  await fixture.pool.query(
    `INSERT INTO monitor_page (monitor_id, key, account_id, url, state, run_id) VALUES ($1, $2, $3, $4, 'same', gen_random_uuid())`,
    [monitorId, key, account.id, url],
  )
  await fixture.pool.query(
    `INSERT INTO monitor_chain (id, monitor_id, key, account_id, first_version, deltas, times) VALUES (gen_random_uuid(), $1, $2, $3, $4, $5, $6)`,
    [monitorId, key, account.id, chain.full, chain.deltas, prices.map((_, at) => day(at + 1))],
  )
}
const day = (of: number) => `2026-03-${String(of).padStart(2, '0')}T00:00:00.000Z`

const extraction_schema = { type: 'object', properties: { price: { type: 'number' } } }
const pricesOf = (rows: { data: { price: number } | null }[]) => rows.map(({ data }) => data?.price)

test('versions are read anew, the oldest first, for the price of reading each and without asking the site', async () => {
  const monitor_id = await monitored(['$10', '$10', '$12', '$10', '$9'])
  const before = fixture.site.requests.length
  const reply = await send({ monitor_id, extraction_schema })
  expect(reply).toMatchObject({
    status: 200,
    body: {
      monitor_id,
      url: page(),
      status: 'completed',
      credits_used: 5 * 12.5,
      versions: { total: 5, asked: 5, read: 5, failed: 0 },
    },
  })
  expect(
    reply.body.rows.map((row: Record<string, unknown>) => [
      row.checked_at,
      row.last_checked_at,
      row.versions,
      row.data,
    ]),
  ).toEqual([
    [day(1), day(2), 2, { price: 10 }],
    [day(3), day(3), 1, { price: 12 }],
    [day(4), day(4), 1, { price: 10 }],
    [day(5), day(5), 1, { price: 9 }],
  ])
  expect(fixture.site.requests.length).toBe(before)
  expect((await fixture.get(account, `/extract/${reply.body.extract_id}`)).body).toEqual(reply.body)
  const another = await send({
    monitor_id,
    extraction_schema: { type: 'object', properties: { title: { type: 'string' } } },
  })
  expect(another.body.rows).toMatchObject([{ versions: 5, data: { title: 'Anvil' } }])
})

test('a template reads them as well, and the same request again is paid once', async () => {
  const monitor_id = await monitored(['$10', '$11'])
  await fixture.request('/api/v1/templates', {
    method: 'POST',
    headers: { Authorization: `Bearer ${account.accessToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'price', fields: { price: { selector: '.price', type: 'number' } } }),
  })
  const headers = { 'Idempotency-Key': 'history-1' }
  const first = await send({ monitor_id, template: 'price' }, { headers })
  expect(first.status).toBe(200)
  expect(pricesOf(first.body.rows)).toEqual([10, 11])
  expect((await send({ monitor_id, template: 'price' }, { headers })).body).toEqual(first.body)
  const { rows } = await fixture.pool.query('SELECT FROM batch WHERE account_id = $1', [account.id])
  expect(rows).toHaveLength(1)
})

test('from, to, limit and offset say which', async () => {
  const monitor_id = await monitored(['$1', '$2', '$3', '$4', '$5'])
  const some = { monitor_id, extraction_schema, from: day(2), to: '2026-03-04T02:00:00+02:00' }
  expect(pricesOf((await send(some)).body.rows)).toEqual([2, 3, 4])
  const one = await send({ ...some, limit: 1, offset: 1 })
  expect(one.body).toMatchObject({ versions: { total: 3, asked: 1 }, rows: [{ checked_at: day(3) }] })
  expect((await send({ ...some, offset: 3 })).status).toBe(404)
})

test('of several pages the url says which', async () => {
  const monitor_id = await monitored(['$1'])
  const other = `${fixture.site.url}/other`
  await keep(monitor_id, other, ['$2'])
  const unnamed = await send({ monitor_id, extraction_schema })
  expect(unnamed).toMatchObject({ status: 400, body: { details: { issues: [{ path: 'url' }] } } })
  const named = await send({ monitor_id, extraction_schema, url: other })
  expect(named.body).toMatchObject({ url: other, rows: [{ data: { price: 2 } }] })
  expect((await send({ monitor_id, url: `${fixture.site.url}/third` })).status).toBe(404)
})

test('a version that is gone before it is read is a row without data, and costs nothing', async () => {
  const monitor_id = await monitored(['$1', '$2'])
  await admission.stop()
  const left = new AbortController()
  const asked = send({ monitor_id, extraction_schema }, { signal: left.signal }).catch(() => undefined)
  const { rows } = await eventually(async () => {
    const found = await fixture.pool.query('SELECT id FROM batch WHERE account_id = $1', [account.id])
    expect(found.rows).toHaveLength(1)
    return found
  })
  left.abort()
  await asked
  await fixture.pool.query('DELETE FROM monitor_chain WHERE monitor_id = $1', [monitor_id])
  expect((await fixture.get(account, `/extract/${rows[0].id}`)).body).toMatchObject({
    status: 'pending',
    rows: [],
    poll_url: `${fixture.url}/api/v1/extract/${rows[0].id}`,
  })
  admission = await admitBulk(fixture.env)
  await eventually(async () => {
    const { body } = await fixture.get(account, `/extract/${rows[0].id}`)
    expect(body).toMatchObject({
      status: 'completed',
      credits_used: 0,
      versions: { asked: 2, read: 2, failed: 2 },
      rows: [
        { checked_at: day(1), data: null, error: expect.any(String) },
        { checked_at: day(2), data: null },
      ],
    })
  })
})

describe('is refused, and the field is named:', () => {
  test.each<[string, object, string]>([
    ['times without a monitor', { monitor_id: undefined, url: 'https://example.com/', from: day(1) }, 'from'],
    ['a time that is none', { to: 'yesterday' }, 'to'],
    ['two sources', { job_id: '019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d70' }, 'monitor_id'],
    ['a session', { session_id: '019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d70' }, 'session_id'],
    ['too many', { limit: 1_001 }, 'limit'],
  ])('%s', async (_, more, path) => {
    const reply = await send({
      monitor_id: '019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d70',
      extraction_schema,
      ...more,
    })
    expect([reply.status, reply.body.details?.issues?.[0]?.path]).toEqual([400, path])
  })

  test('a monitor that keeps values alone, that keeps nothing yet, or that is another’s', async () => {
    const monitor_fields = { price: { selector: '.price', type: 'currency' } }
    const values = await monitored(['{"price":1}'], { diff_mode: 'fields', monitor_fields })
    expect(await send({ monitor_id: values, extraction_schema })).toMatchObject({
      status: 400,
      body: { details: { issues: [{ path: 'monitor_id' }] } },
    })
    const monitor_id = await monitored(['$1'])
    const other = await fixture.account()
    expect((await send({ monitor_id, extraction_schema }, { of: other })).status).toBe(404)
    await fixture.pool.query('DELETE FROM monitor_chain WHERE monitor_id = $1', [monitor_id])
    expect((await send({ monitor_id, extraction_schema })).status).toBe(404)
    const batch = await fixture.request('/api/v1/batch', {
      method: 'POST',
      headers: { 'X-API-Key': account.key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ urls: [page()] }),
    })
    const id = batch.body.batch_id.replace('batch_', '')
    for (const path of [`/extract/${id}`, '/extract/x'])
      expect((await fixture.get(account, path)).status).toBe(404)
  })
})
