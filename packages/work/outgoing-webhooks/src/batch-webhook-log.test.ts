import { randomUUID } from 'node:crypto'
import { transaction } from '@gleaner/db'
import { untilBlocked } from '@gleaner/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { readBatchAttempts, restartBatchWebhook } from './batch-webhook-log.ts'
import { recordAttempts } from './record-attempts.ts'
import { createClaimer, createOutbox, type Outbox } from './testing/outbox.ts'

let outbox: Outbox
let account: string
let batch: string
beforeAll(async () => {
  outbox = await createOutbox()
  account = await outbox.account({ tokens: 10_000 })
})
/** Two deliveries of a batch, each failed once, and due again long after. */
beforeEach(async () => {
  await outbox.pool.query('DELETE FROM webhook_delivery')
  batch = randomUUID()
  await outbox.deliveries(account, ['h'], 2)
  await outbox.pool.query('UPDATE webhook_delivery SET batch_id = $1', [batch])
  const claimer = createClaimer(outbox.pool)
  await claimer.end((await claimer.claim()).deliveries, 'failed', 1_000_000)
})
afterAll(() => outbox.close())

const makeDue = () =>
  outbox.pool.query("UPDATE webhook_delivery SET next_attempt_at = now() - interval '1 s'")
const rows = async () =>
  (
    await outbox.pool.query(
      `SELECT state, attempts, next_attempt_at <= now() AS due, ended_at IS NOT NULL AS ended FROM webhook_delivery ORDER BY state`,
    )
  ).rows

test('what was not told begins anew, at once, and its attempts are forgotten', async () => {
  expect(await readBatchAttempts(outbox.pool, batch)).toHaveLength(2)
  expect(await restartBatchWebhook(outbox.pool, batch)).toBe(2)
  expect(await readBatchAttempts(outbox.pool, batch)).toEqual([])
  const anew = { state: 'pending', attempts: 0, due: true, ended: false }
  expect(await rows()).toEqual([anew, anew])
})

test('what arrives while a restart waits for it is not sent again', async () => {
  await makeDue()
  const [arriving, other] = (await createClaimer(outbox.pool).claim()).deliveries
  const attempt = { startedAt: new Date(), durationMs: 1, retryDelayMs: 1_000 }
  const restarting = await transaction(outbox.pool, async (sql) => {
    await recordAttempts(sql, [
      { delivery: arriving!, outcome: 'delivered', ...attempt },
      { delivery: other!, outcome: 'given-up', ...attempt },
    ])
    const waiting = restartBatchWebhook(outbox.pool, batch)
    await untilBlocked(outbox.pool)
    return { waiting }
  })
  expect(await restarting.waiting).toBe(1)
  expect(await rows()).toMatchObject([
    { state: 'delivered', attempts: 2, ended: true },
    { state: 'pending', attempts: 0, due: true, ended: false },
  ])
})

test('what is being sent at this moment is not sent beside it', async () => {
  await makeDue()
  const claimer = createClaimer(outbox.pool)
  expect((await claimer.claim()).deliveries).toHaveLength(2)
  await restartBatchWebhook(outbox.pool, batch)
  expect(await createClaimer(outbox.pool).claimAll()).toEqual([])
})

test('deliveries of other batches, and to endpoints of the account, stay as they are', async () => {
  await outbox.pool.query('UPDATE webhook_delivery SET batch_id = gen_random_uuid()')
  expect(await restartBatchWebhook(outbox.pool, batch)).toBe(0)
  expect(await readBatchAttempts(outbox.pool, batch)).toEqual([])
  const endpoint = randomUUID()
  await outbox.pool.query(
    "INSERT INTO webhook_endpoint (id, account_id, url, events) VALUES ($1, $2, 'http://h/', '{}')",
    [endpoint, account],
  )
  await outbox.pool.query('UPDATE webhook_delivery SET batch_id = $1, endpoint_id = $2', [batch, endpoint])
  expect(await restartBatchWebhook(outbox.pool, batch)).toBe(0)
  expect(await readBatchAttempts(outbox.pool, batch)).toEqual([])
  expect(await rows()).toMatchObject([{ state: 'retrying' }, { state: 'retrying' }])
})
