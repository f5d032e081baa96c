import { LIMITS } from '@gleaner/contracts'
import { rotateSecret } from '@gleaner/outgoing-webhooks'
import {
  findDelivery,
  listDeliveries,
  readTries,
  replayDeliveries,
  replayDelivery,
} from '@gleaner/outgoing-webhooks/deliveries'
import { eventually } from '@gleaner/testkit'
import { makeSentBody } from '@gleaner/webhook-bodies'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { createWebhooksFixture, PUBLIC_URL, type WebhooksFixture } from './testing/fixture.ts'
import { startReceiver } from './testing/receiver.ts'

let fixture: WebhooksFixture
beforeAll(async () => {
  fixture = await createWebhooksFixture()
})
afterEach(async () => {
  await fixture.pool.query('DELETE FROM webhook_delivery')
})
afterAll(() => fixture.close())

const states = async () =>
  (await fixture.rows('SELECT state FROM webhook_delivery')).map(({ state }) => state)
const untilEnded = (count: number) =>
  eventually(async () =>
    expect(
      (await states()).filter((state) => ['delivered', 'failed', 'cancelled'].includes(state)),
    ).toHaveLength(count),
  )
const span = { from: '2020-01-01', to: '2100-01-01' } as const
const list = async (accountId: string, query: object = {}) =>
  await listDeliveries(fixture.pool, accountId, { limit: 20, ...query })
const bodyOf = async (accountId: string, id: string) =>
  (await makeSentBody(fixture.pool, PUBLIC_URL, await findDelivery(fixture.pool, accountId, id)))?.toString()

test('a delivery is shown as it was sent: body, headers, signature and answer, and of own headers the names', async () => {
  const accountId = await fixture.account(1_000_000)
  await using receiver = await startReceiver(({ headers }, response) =>
    response.writeHead(200).end(`thanks, ${headers.authorization}`),
  )
  const own = { Authorization: 'Bearer hunter2' }
  await fixture.endpoint(accountId, receiver.url, ['job.completed', 'job.failed', 'batch.completed'], own)
  const { jobIds } = await fixture.batch(accountId, 2)
  await fixture.complete(jobIds[0]!)
  await fixture.fail(jobIds[1]!)
  await using _ = fixture.dispatcher()
  await untilEnded(3)
  const { deliveries } = await list(accountId)
  expect(new Set(deliveries.map(({ event }) => event))).toEqual(
    new Set(['job.completed', 'job.failed', 'batch.completed']),
  )
  for (const delivery of deliveries) {
    const got = receiver.received.find(({ id }) => id === delivery.event_id)!
    expect(await bodyOf(accountId, delivery.id)).toBe(got.body)
    const [first, ...more] = await readTries(fixture.pool, delivery.id.replace('msg_', ''))
    expect(more).toEqual([])
    expect(first).toMatchObject({
      attempt: 1,
      status_code: 200,
      error: null,
      header_names: ['Authorization'],
      signature: got.headers['webhook-signature'],
      answer: 'thanks, **************',
    })
    for (const [name, value] of Object.entries(first!.headers!))
      expect(got.headers[name.toLowerCase()]).toBe(value)
    expect(JSON.stringify(first)).not.toContain('hunter2')
  }
})

test('a replay has the id and the bytes of the first delivery, and a signature and headers of its own time', async () => {
  const accountId = await fixture.account(1_000_000)
  let isDown = true
  await using receiver = await startReceiver((_, response) => response.writeHead(isDown ? 410 : 204).end())
  const { id: batchId, jobIds } = await fixture.batch(accountId, 1, receiver.url)
  await fixture.complete(jobIds[0]!)
  await using _ = fixture.dispatcher()
  await untilEnded(2)
  isDown = false
  const secrets = (await rotateSecret(fixture.pool, fixture.ctx.secretBox, accountId))!
  const [first] = (await list(accountId, { job_id: jobIds[0] })).deliveries
  const kept = await findDelivery(fixture.pool, accountId, first!.id)
  const replayId = await replayDelivery(fixture.pool, accountId, kept)
  await untilEnded(3)
  const [before, again] = receiver.received.filter(({ id }) => id === first!.id)
  expect(again!.body).toBe(before!.body)
  expect(again!.headers['webhook-signature']).not.toBe(before!.headers['webhook-signature'])
  new StandardWebhook(secrets.signing[0]).verify(again!.body, again!.headers)
  const shown = (await list(accountId, { job_id: jobIds[0] })).deliveries
  expect(shown).toMatchObject([
    { id: `msg_${replayId}`, event_id: first!.id, replay_of: first!.id, status: 'delivered', attempts: 1 },
    { id: first!.id, event_id: first!.id, replay_of: null, status: 'failed' },
  ])
  // Of the batch's own webhook a replay tells nothing.
  expect((await fixture.webhook(batchId)).status).toBe('failed')
  // A replay of a replay is one of the first delivery.
  const second = await replayDelivery(
    fixture.pool,
    accountId,
    await findDelivery(fixture.pool, accountId, replayId),
  )
  await untilEnded(4)
  expect((await list(accountId)).deliveries.find(({ id }) => id === `msg_${second}`)).toMatchObject({
    replay_of: first!.id,
  })
})

test('nothing is replayed that would be another body by now, has not ended, or has nobody to tell', async () => {
  const accountId = await fixture.account(1_000_000)
  await using receiver = await startReceiver()
  const endpoint = await fixture.endpoint(accountId, receiver.url, ['job.completed'])
  const [jobId] = (await fixture.batch(accountId, 1)).jobIds
  await fixture.complete(jobId!)
  const [waiting] = (await list(accountId)).deliveries
  const replay = async () =>
    await replayDelivery(fixture.pool, accountId, await findDelivery(fixture.pool, accountId, waiting!.id))
  await expect(replay()).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { retry_after_seconds: expect.any(Number) },
  })
  await using _ = fixture.dispatcher()
  await untilEnded(1)
  await fixture.pool.query('UPDATE webhook_endpoint SET is_active = false WHERE id = $1', [endpoint])
  await expect(replay()).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('switched off'),
  })
  expect(await replayDeliveries(fixture.pool, accountId, { ...span, status: 'delivered' })).toEqual({
    replayed: 0,
    skipped: 1,
  })
  await fixture.pool.query('UPDATE webhook_endpoint SET is_active = true WHERE id = $1', [endpoint])
  await fixture.pool.query('DELETE FROM job_page WHERE job_id = $1', [jobId])
  expect(await bodyOf(accountId, waiting!.id)).toBeUndefined()
  await replay()
  await untilEnded(2)
  expect(receiver.received).toHaveLength(1)
  const [replayed] = (await list(accountId)).deliveries
  expect(replayed).toMatchObject({
    status: 'failed',
    attempts: 1,
    error: expect.stringContaining('not kept'),
  })
  await fixture.pool.query("UPDATE webhook_delivery SET channel = 'slack'")
  await expect(replay()).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('secret'),
  })
})

test('a span is replayed once: what a replay has delivered, or still tries, is left out, and so are replays', async () => {
  const accountId = await fixture.account(1_000_000)
  let isDown = true
  await using receiver = await startReceiver((_, response) => response.writeHead(isDown ? 410 : 204).end())
  const first = await fixture.endpoint(accountId, receiver.url, ['job.failed', 'batch.completed'])
  const { jobIds } = await fixture.batch(accountId, 5)
  for (const jobId of jobIds) await fixture.fail(jobId)
  {
    await using _ = fixture.dispatcher()
    await untilEnded(6)
  }
  const replay = (more: object = {}) =>
    replayDeliveries(fixture.pool, accountId, { ...span, status: 'failed', ...more })
  const other = await fixture.account(1_000_000)
  expect(await replayDeliveries(fixture.pool, other, { ...span, status: 'failed' })).toEqual({
    replayed: 0,
    skipped: 0,
  })
  expect(await replay({ to: '2020-01-02' })).toEqual({ replayed: 0, skipped: 0 })
  expect(await replay({ event: 'batch.completed' })).toEqual({ replayed: 1, skipped: 0 })
  expect(await replay({ webhook_id: first })).toEqual({ replayed: 5, skipped: 0 })
  expect(await replay()).toEqual({ replayed: 0, skipped: 0 })
  await using _ = fixture.dispatcher()
  // They fail once more, so they may be asked for again.
  await untilEnded(12)
  isDown = false
  expect(await replay()).toEqual({ replayed: 6, skipped: 0 })
  await untilEnded(18)
  expect(await replay()).toEqual({ replayed: 0, skipped: 0 })
  expect((await list(accountId, { status: 'delivered' })).deliveries).toHaveLength(6)
})

test('more than may be are not replayed at all', async () => {
  const accountId = await fixture.account(1_000_000)
  const { replayed: most } = LIMITS.webhookDeliveries
  await fixture.pool.query(
    `INSERT INTO webhook_delivery (id, account_id, event, url, host, data, state, ended_at)
     SELECT gen_random_uuid(), $1, 'monitor.changed', 'https://a.example/', 'a.example', '{}', 'failed', now() FROM generate_series(0, $2)`,
    [accountId, most],
  )
  await expect(
    replayDeliveries(fixture.pool, accountId, { ...span, status: 'failed' }),
  ).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
  })
  expect((await states()).every((state) => state === 'failed')).toBe(true)
})

test('a flood of replays holds up no other account’s webhooks', async () => {
  const [flooding, other] = [await fixture.account(1_000_000), await fixture.account(1_000_000)]
  let sent = 0
  await using slow = await startReceiver(async (_, response) => {
    sent++
    await new Promise((resolve) => response.once('close', resolve))
  })
  await using quick = await startReceiver()
  const host = new URL(slow.url).host
  await fixture.pool.query(
    `INSERT INTO webhook_delivery (id, account_id, event, url, host, data, state, ended_at)
     SELECT gen_random_uuid(), $1, 'monitor.changed', $2, $3, '{}', 'failed', now() FROM generate_series(1, 500)`,
    [flooding, slow.url, host],
  )
  expect(await replayDeliveries(fixture.pool, flooding, { ...span, status: 'failed' })).toMatchObject({
    replayed: 500,
  })
  await fixture.endpoint(other, quick.url, ['job.failed'])
  const { jobIds } = await fixture.batch(other, 3)
  {
    await using _ = fixture.dispatcher({ concurrency: 20, timeoutMs: 3_000 })
    await eventually(() => expect(sent).toBeGreaterThan(0))
    for (const jobId of jobIds) await fixture.fail(jobId)
    await eventually(() => expect(quick.received).toHaveLength(3))
    // The flood is far from over.
    expect((await states()).filter((state) => state === 'pending').length).toBeGreaterThan(400)
  }
})
