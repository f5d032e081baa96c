import { auditLedger, readBalance, setSpendLimit } from '@gleaner/billing'
import { transaction } from '@gleaner/db'
import { claimJob, completeJob, failJob, WAKE, WAKE_CHANNEL } from '@gleaner/jobs'
import { createJobsFixture, delivery, type JobsFixture } from '@gleaner/jobs/testing/fixture'
import { eventually, untilBlocked } from '@gleaner/testkit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { cancelBatch, cancelBatchIn } from './cancel-batch.ts'
import { readBatchLogs } from './read-batch-log.ts'
import { admit, batchOf, end } from './testing/batch.ts'

const HOOK = 'https://receiver.example.com/hook'

let fixture: JobsFixture
beforeAll(async () => {
  fixture = await createJobsFixture()
})
afterAll(async () => {
  expect(await auditLedger(fixture.pool)).toEqual([])
  await fixture.close()
})

const readBatch = async (id: string) =>
  (await fixture.pool.query('SELECT * FROM batch WHERE id = $1', [id])).rows[0]
const deliveriesOf = async (id: string) =>
  (
    await fixture.pool.query(
      'SELECT event, state, count(*)::int FROM webhook_delivery WHERE batch_id = $1 GROUP BY 1, 2 ORDER BY 1, 2',
      [id],
    )
  ).rows
const balanceOf = async (accountId: string) => {
  const { availableMicros, heldMicros } = await readBalance(fixture.pool, accountId)
  return [Number(availableMicros), Number(heldMicros)]
}

test('what has not begun is cancelled and its hold given back; what is at work ends as usual and is charged', async () => {
  const { id, accountId } = await batchOf(fixture, 8, HOOK)
  await fixture.pool.query(
    `INSERT INTO webhook_endpoint (id, account_id, url, events) VALUES (gen_random_uuid(), $1, 'https://own.example.com/', '{batch.completed,job.failed}')`,
    [accountId],
  )
  await setSpendLimit(
    fixture.pool,
    { accountId, ownerId: accountId },
    { budgetMicros: null, requestLimit: 100, resetPeriod: 'monthly', enabled: true },
  )
  const [first, second] = await admit(fixture, accountId, 4)
  const limit = async () =>
    (
      await fixture.pool.query(
        'SELECT requests::int, held_micros::int AS held FROM spend_limit WHERE account_id = $1',
        [accountId],
      )
    ).rows
  expect(await limit()).toEqual([{ requests: 4, held: expect.any(Number) }])
  const claim = await claimJob(fixture.ctx, first!, '1')
  if (claim.kind !== 'claimed') throw new Error(claim.kind)
  expect((await balanceOf(accountId))[1]).toBeGreaterThan(0)

  await cancelBatch(fixture.ctx, accountId, id)
  expect(await readBatch(id)).toMatchObject({ status: 'cancelled', cancelled: 7, finished_at: null })
  const [, held] = await balanceOf(accountId)
  expect(held).toBe(claim.job.holdMicros)
  expect(await limit()).toEqual([{ requests: 1, held }])
  // Its message may still be on the queue.
  expect(await claimJob(fixture.ctx, second!, '1')).toMatchObject({ kind: 'finished' })
  const before = await readBatch(id)
  await cancelBatch(fixture.ctx, accountId, id)
  expect(await readBatch(id)).toEqual(before)

  await completeJob(fixture.ctx, claim.job, delivery(200))
  expect(await readBatch(id)).toMatchObject({
    status: 'cancelled',
    succeeded: 1,
    cancelled: 7,
    finished_at: expect.any(Date),
  })
  expect(await balanceOf(accountId)).toEqual([999_800, 0])
  const [log] = await readBatchLogs(fixture.pool, [{ batchId: id, seq: 0, failed: 0 }], 100)
  expect(log).toMatchObject([{ seq: 1, jobId: first, status: 'succeeded' }])
  expect(await deliveriesOf(id)).toEqual([
    { event: 'batch.completed', state: 'cancelled', count: 1 },
    { event: 'batch.completed', state: 'pending', count: 1 },
    { event: 'job.completed', state: 'cancelled', count: 1 },
  ])
})

test('a batch that nobody has begun with ends by that, and holds nothing', async () => {
  const { id, accountId } = await batchOf(fixture, 3, HOOK)
  await cancelBatch(fixture.ctx, accountId, id)
  expect(await readBatch(id)).toMatchObject({
    status: 'cancelled',
    cancelled: 3,
    finished_at: expect.any(Date),
  })
  expect(await balanceOf(accountId)).toEqual([1_000_000, 0])
  expect(await deliveriesOf(id)).toEqual([{ event: 'batch.completed', state: 'cancelled', count: 1 }])
  const { rows } = await fixture.pool.query(
    'SELECT sum(requests)::int AS requests FROM usage_quarter WHERE account_id = $1',
    [accountId],
  )
  expect(rows).toEqual([{ requests: null }])
})

test('a batch that has ended, and one of another account, stay as they are', async () => {
  const { id, accountId, jobIds } = await batchOf(fixture, 1, HOOK)
  const other = await batchOf(fixture, 1)
  await cancelBatch(fixture.ctx, accountId, other.id)
  expect(await readBatch(other.id)).toMatchObject({ status: 'pending', cancelled: 0 })
  await end(fixture, jobIds[0]!, 'completed')
  await cancelBatch(fixture.ctx, accountId, id)
  expect(await readBatch(id)).toMatchObject({ status: 'completed', cancelled_at: null })
  expect(await deliveriesOf(id)).toEqual([
    { event: 'batch.completed', state: 'pending', count: 1 },
    { event: 'job.completed', state: 'pending', count: 1 },
  ])
})

test.each(['succeeded', 'failed'] as const)(
  'the last item at work, %s while its batch is being cancelled, waits for that and is counted behind it',
  async (ending) => {
    const { id, accountId } = await batchOf(fixture, 2)
    const [first] = await admit(fixture, accountId, 2)
    const claim = await claimJob(fixture.ctx, first!, '1')
    if (claim.kind !== 'claimed') throw new Error(claim.kind)
    const ended = await transaction(fixture.pool, async (sql) => {
      await cancelBatchIn(sql, accountId, id)
      const ends =
        ending === 'succeeded'
          ? completeJob(fixture.ctx, claim.job, delivery(200))
          : failJob(fixture.ctx, claim.job, { code: 'ALL_TIERS_FAILED', message: 'played' })
      await untilBlocked(sql)
      return { ends }
    })
    expect(await ended.ends).toBeDefined()
    expect(await readBatch(id)).toMatchObject({
      status: 'cancelled',
      [ending]: 1,
      cancelled: 1,
      finished_at: expect.any(Date),
    })
  },
)

test('a cancel wakes whoever has work to do by it, once', async () => {
  const { id, accountId } = await batchOf(fixture, 2, HOOK)
  const woken: string[] = []
  const unsubscribe = await fixture.ctx.pubSub.subscribeToAll(WAKE_CHANNEL, (key) => woken.push(key))
  await cancelBatch(fixture.ctx, accountId, id)
  await eventually(() => expect(woken).toEqual([WAKE.admission, WAKE.webhooks]))
  // What is published after it comes after it.
  await cancelBatch(fixture.ctx, accountId, id)
  fixture.ctx.pubSub.publish(WAKE_CHANNEL, 'end', '')
  await eventually(() => expect(woken).toEqual([WAKE.admission, WAKE.webhooks, 'end']))
  unsubscribe()
})

test('cancelled from all sides while its items are worked on, each item ends once and all are counted', async () => {
  const { id, accountId, jobIds } = await batchOf(fixture, 60, HOOK)
  const works = jobIds.map(async (jobId) => {
    await end(fixture, jobId, Math.random() < 0.5 ? 'completed' : 'failed').catch(() => {})
  })
  const cancels = Array.from({ length: 5 }, () => cancelBatch(fixture.ctx, accountId, id))
  await Promise.all([...works, ...cancels])
  const batch = await readBatch(id)
  expect(batch).toMatchObject({ finished_at: expect.any(Date) })
  expect(batch.succeeded + batch.failed + batch.cancelled).toBe(60)
  const { rows } = await fixture.pool.query(
    `SELECT count(*) FILTER (WHERE status = 'completed')::int AS succeeded,
            count(*) FILTER (WHERE error->>'code' = 'CANCELLED')::int AS cancelled, max(batch_seq)::int AS log,
            count(*) FILTER (WHERE finished_at IS NULL)::int AS open FROM job WHERE batch_id = $1`,
    [id],
  )
  const { succeeded, cancelled } = batch
  expect(rows).toEqual([{ succeeded, cancelled, log: 60 - cancelled || null, open: 0 }])
  // What came after the cancel, and what was waiting, is cancelled; nothing is left to send.
  if (batch.cancelled_at !== null)
    expect((await deliveriesOf(id)).filter(({ state }) => state !== 'cancelled')).toEqual([])
})

test('an item of yesterday that was admitted today gives back what it counted in the limit of today', async () => {
  const { id, accountId } = await batchOf(fixture, 3)
  await fixture.pool.query("UPDATE job SET created_at = now() - interval '1 day' WHERE batch_id = $1", [id])
  const limit = { budgetMicros: 1_000_000, requestLimit: 10, resetPeriod: 'daily', enabled: true } as const
  await setSpendLimit(fixture.pool, { accountId, ownerId: accountId }, limit)
  await admit(fixture, accountId, 3)
  const counted = async () =>
    (
      await fixture.pool.query(
        'SELECT held_micros::int AS held, requests::int AS requests FROM spend_limit WHERE account_id = $1',
        [accountId],
      )
    ).rows
  expect(await counted()).toEqual([{ held: expect.any(Number), requests: 3 }])
  await cancelBatch(fixture.ctx, accountId, id)
  expect(await counted()).toEqual([{ held: 0, requests: 0 }])
})
