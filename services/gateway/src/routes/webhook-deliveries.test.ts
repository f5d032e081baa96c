import { randomUUID } from 'node:crypto'
import { LIMITS } from '@gleaner/contracts'
import { hashOf } from '@gleaner/webhook-bodies'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

let fixture: GatewayFixture
beforeAll(async () => {
  fixture = await createGatewayFixture()
})
afterAll(() => fixture.close())

const call = (
  { key }: TestAccount,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) =>
  fixture.request(`/api/v1/webhooks/deliveries${path}`, {
    method,
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

/** As the dispatcher leaves one behind. */
async function endedDelivery(
  account: TestAccount,
  given: { text?: string; state?: string; at?: string } = {},
) {
  const { text = 'hello', state = 'failed', at = new Date().toISOString() } = given
  const body = JSON.stringify({ event: 'alert.fired', text })
  const { rows } = await fixture.pool.query(
    `INSERT INTO webhook_delivery (id, account_id, event, url, host, data, body_hash, body_bytes, state, ended_at, created_at)
     VALUES (gen_random_uuid(), $1, 'alert.fired', 'https://hooks.example.com/', 'hooks.example.com', $2, $3, $4, $5, now(), $6) RETURNING id`,
    [account.id, JSON.stringify({ text }), hashOf(Buffer.from(body)), Buffer.byteLength(body), state, at],
  )
  return { id: `msg_${rows[0].id}`, body }
}
const replaysOf = async ({ id }: TestAccount) =>
  (
    await fixture.pool.query(
      'SELECT * FROM webhook_delivery WHERE account_id = $1 AND replay_of IS NOT NULL',
      [id],
    )
  ).rows

test('a list of deliveries goes on from its cursor, by any filters, and holds each of them once', async () => {
  const account = await fixture.account()
  const at = '2026-01-02T03:04:05.678Z'
  const all = new Set<string>()
  for (let i = 0; i < 5; i++) all.add((await endedDelivery(account, { at })).id)
  const late = await endedDelivery(account, { state: 'delivered' })
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = `?limit=2&created_before=2026-06-01${cursor && `&cursor=${cursor}`}`
    const { status, body } = await call(account, 'GET', query)
    expect(status).toBe(200)
    seen.push(...body.deliveries.map(({ id }: { id: string }) => id))
    cursor = body.next_cursor
  }
  expect(seen).toHaveLength(all.size)
  expect(new Set(seen)).toEqual(all)
  const idsBy = async (query: string) =>
    (await call(account, 'GET', query)).body.deliveries.map(({ id }: { id: string }) => id)
  expect(await idsBy('?status=delivered')).toEqual([late.id])
  expect(await idsBy('?created_after=2026-06-01')).toEqual([late.id])
  expect(await idsBy('?event=job.failed')).toEqual([])
  expect(await idsBy(`?job_id=${randomUUID()}`)).toEqual([])
  const batch = randomUUID()
  await fixture.pool.query('UPDATE webhook_delivery SET batch_id = $1 WHERE id = $2', [
    batch,
    late.id.replace('msg_', ''),
  ])
  for (const query of [
    `?batch_id=batch_${batch}`,
    `?crawl_id=${batch}`,
    `?batch_id=batch_${batch}&status=delivered`,
  ])
    expect([query, await idsBy(query)]).toEqual([query, [late.id]])
  for (const query of [
    `?batch_id=batch_${randomUUID()}`,
    '?batch_id=none',
    `?batch_id=batch_${batch}&status=failed`,
  ])
    expect([query, await idsBy(query)]).toEqual([query, []])
  for (const wrong of ['?cursor=1', '?status=lost', '?created_after=yesterday'])
    expect((await call(account, 'GET', wrong)).status).toBe(400)
})

test('a body stands in the reply, or by itself when it is large, and is known to be the one that was sent', async () => {
  const account = await fixture.account()
  const small = await endedDelivery(account)
  const shown = (await call(account, 'GET', `/${small.id}`)).body
  expect(shown).toMatchObject({ id: small.id, body: small.body, body_bytes: small.body.length, tries: [] })
  expect((await call(account, 'GET', `/${small.id.replace('msg_', '')}`)).body.id).toBe(small.id)
  const large = await endedDelivery(account, { text: 'x'.repeat(LIMITS.webhookDeliveries.shownBodyBytes) })
  const { body } = await call(account, 'GET', `/${large.id}`)
  expect(body).toMatchObject({ body: null, body_bytes: large.body.length })
  const path = new URL(body.body_url).pathname
  const fetched = await fetch(fixture.url + path, { headers: { 'X-API-Key': account.key } })
  expect(await fetched.text()).toBe(large.body)
  await fixture.pool.query("UPDATE webhook_delivery SET data = '{}' WHERE account_id = $1", [account.id])
  expect((await call(account, 'GET', `/${small.id}`)).body).toMatchObject({ body: null, body_url: null })
  expect((await call(account, 'GET', `/${small.id}/body`)).status).toBe(404)
  expect((await call(account, 'POST', `/${small.id}/replay`)).status).toBe(409)
})

test('a delivery is replayed once for an Idempotency-Key, and the reply says where the new one is read', async () => {
  const account = await fixture.account()
  const { id } = await endedDelivery(account)
  const keyed = { 'Idempotency-Key': randomUUID() }
  const first = await call(account, 'POST', `/${id}/replay`, undefined, keyed)
  expect(first).toMatchObject({ status: 202, body: { replay_of: id, event_id: id, status: 'pending' } })
  expect(first.body.poll_url).toMatch(new RegExp(`^http.*/webhooks/deliveries/${first.body.id}$`))
  expect(first.headers.get('location')).toBe(first.body.poll_url)
  const again = await call(account, 'POST', `/${id}/replay`, undefined, keyed)
  expect([again.status, again.body]).toEqual([202, first.body])
  expect(await replaysOf(account)).toHaveLength(1)
  const early = await call(account, 'POST', `/${first.body.id}/replay`)
  expect([early.status, early.headers.get('retry-after')]).toEqual([409, expect.stringMatching(/^\d+$/)])
})

test('a span is replayed once for an Idempotency-Key, and refused with the field that is wrong', async () => {
  const account = await fixture.account()
  for (let i = 0; i < 3; i++) await endedDelivery(account)
  await endedDelivery(account, { state: 'delivered' })
  const keyed = { 'Idempotency-Key': randomUUID() }
  const span = { from: '2026-01-01', to: '2100-01-01', status: 'failed' }
  for (let i = 0; i < 2; i++)
    expect(await call(account, 'POST', '/replay', span, keyed)).toMatchObject({
      status: 200,
      body: { replayed: 3, skipped: 0 },
    })
  expect(await replaysOf(account)).toHaveLength(3)
  const other = { ...span, status: 'delivered', from: '2026-01-01T00:00:00Z' }
  expect((await call(account, 'POST', '/replay', other)).body).toEqual({ replayed: 1, skipped: 0 })
  for (const [field, value] of Object.entries({ from: '2100-01-02', status: 'pending', webhook_id: 'x' })) {
    const { status, body } = await call(account, 'POST', '/replay', { ...span, [field]: value })
    expect([status, body.error]).toEqual([400, 'INVALID_REQUEST'])
    expect(JSON.stringify(body)).toContain(field === 'from' ? 'after from' : field)
  }
})
