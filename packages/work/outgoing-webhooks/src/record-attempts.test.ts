import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { MAX_ATTEMPTS, recordAttempts } from './record-attempts.ts'
import { createClaimer, createOutbox, type Outbox } from './testing/outbox.ts'

let outbox: Outbox
let account: string
let endpoint: string
beforeAll(async () => {
  outbox = await createOutbox()
  account = await outbox.account({ tokens: 10_000 })
})
afterEach(async () => {
  await outbox.pool.query('DELETE FROM webhook_delivery; DELETE FROM webhook_endpoint')
})
afterAll(() => outbox.close())

/** Deliveries of an endpoint of the account's own. */
async function deliveries(count: number): Promise<void> {
  endpoint = randomUUID()
  await outbox.pool.query(
    "INSERT INTO webhook_endpoint (id, account_id, url, events) VALUES ($1, $2, 'http://h/', '{}')",
    [endpoint, account],
  )
  await outbox.deliveries(account, ['h'], count)
  await outbox.pool.query('UPDATE webhook_delivery SET endpoint_id = $1', [endpoint])
}
const claimer = () => createClaimer(outbox.pool)
const rows = async () =>
  (
    await outbox.pool.query(
      `SELECT d.state, d.attempts, d.lease_until IS NOT NULL AS leased, d.ended_at IS NOT NULL AS ended,
         extract(epoch FROM d.next_attempt_at - now())::float8 AS due_in, (SELECT count(*)::int FROM webhook_attempt WHERE delivery_id = d.id) AS logged
       FROM webhook_delivery AS d`,
    )
  ).rows
const endpointRow = async () =>
  (
    await outbox.pool.query(
      'SELECT failure_count AS failures, failing_since IS NOT NULL AS failing FROM webhook_endpoint WHERE id = $1',
      [endpoint],
    )
  ).rows[0]
const lapse = () =>
  outbox.pool.query(
    "UPDATE webhook_delivery SET lease_until = now() - interval '1 s', next_attempt_at = now() - interval '1 s'",
  )
const makeDue = () =>
  outbox.pool.query(
    "UPDATE webhook_delivery SET next_attempt_at = now() - interval '1 s' WHERE ended_at IS NULL",
  )

test.each(['failed', 'given-up', 'unwanted'] as const)(
  'of an attempt whose claim another has now, that it %s changes nothing, is not logged and not held against the endpoint',
  async (outcome) => {
    await deliveries(1)
    const [late, holder] = [claimer(), claimer()]
    const { deliveries: mine } = await late.claim()
    await lapse()
    const { deliveries: theirs } = await holder.claim()
    expect(theirs.map(({ id }) => id)).toEqual(mine.map(({ id }) => id))
    expect((await late.end(mine, outcome)).size).toBe(0)
    expect(await rows()).toMatchObject([
      { state: 'pending', attempts: 0, leased: true, ended: false, logged: 0 },
    ])
    expect(await endpointRow()).toEqual({ failures: 0, failing: false })
    await holder.end(theirs, 'given-up')
    expect(await rows()).toMatchObject([{ state: 'failed', attempts: 1, logged: 1 }])
    expect(await endpointRow()).toEqual({ failures: 1, failing: true })
    // Nor is it counted a second time.
    await holder.end(theirs, 'given-up')
    expect(await rows()).toMatchObject([{ attempts: 1, logged: 1 }])
    expect(await endpointRow()).toEqual({ failures: 1, failing: true })
  },
)

test('what has arrived is delivered, whoever has the claim, and once', async () => {
  await deliveries(1)
  const [late, holder] = [claimer(), claimer()]
  const { deliveries: mine } = await late.claim()
  await lapse()
  const { deliveries: theirs } = await holder.claim()
  await late.end(mine, 'delivered')
  const delivered = [{ state: 'delivered', attempts: 1, leased: false, ended: true, due_in: null, logged: 1 }]
  expect(await rows()).toEqual(delivered)
  await holder.end(theirs, 'failed')
  await holder.end(theirs, 'delivered')
  expect(await rows()).toEqual(delivered)
  expect(await endpointRow()).toEqual({ failures: 0, failing: false })
})

test('what failed waits out its pause, three times at most; the endpoint counts the end alone', async () => {
  await deliveries(1)
  const one = claimer()
  for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
    const { deliveries: taken } = await one.claim()
    expect(taken).toMatchObject([{ attempts: attempt - 1 }])
    await one.end(taken, 'failed', 1_000_000)
    const [row] = await rows()
    expect(row).toMatchObject({ state: 'retrying', attempts: attempt, leased: false, ended: false })
    expect(row.due_in).toBeGreaterThan(900)
    expect(row.due_in).toBeLessThanOrEqual(1_000)
    expect((await one.claim()).deliveries).toEqual([])
    expect(await endpointRow()).toEqual({ failures: 0, failing: false })
    await makeDue()
  }
  await one.end((await one.claim()).deliveries, 'failed', 1_000_000)
  expect(await rows()).toMatchObject([{ state: 'failed', attempts: 3, due_in: null, ended: true, logged: 3 }])
  expect(await endpointRow()).toEqual({ failures: 1, failing: true })
  expect(MAX_ATTEMPTS).toBe(3)
})

test('a success forgets what failed, also of the same statement; failures count one by one', async () => {
  await deliveries(4)
  const one = claimer()
  const { deliveries: taken } = await one.claim()
  await one.end(taken.slice(0, 2), 'given-up')
  expect(await endpointRow()).toEqual({ failures: 2, failing: true })
  await one.end(taken.slice(2, 3), 'delivered')
  expect(await endpointRow()).toEqual({ failures: 0, failing: false })
  await one.end(taken.slice(3), 'given-up')
  expect(await endpointRow()).toEqual({ failures: 1, failing: true })
})

test('of attempts that end together each endpoint counts its own, and a success outweighs what failed', async () => {
  await deliveries(5)
  const other = randomUUID()
  await outbox.pool.query(
    "INSERT INTO webhook_endpoint (id, account_id, url, events) VALUES ($1, $2, 'http://other/', '{}')",
    [other, account],
  )
  const one = claimer()
  const { deliveries: taken } = await one.claim()
  // Two of another endpoint, and one of a batch's own address.
  for (const [at, id] of [
    [3, other],
    [4, null],
  ] as const)
    await outbox.pool.query('UPDATE webhook_delivery SET endpoint_id = $1 WHERE id = $2', [id, taken[at]!.id])
  const outcomes = ['given-up', 'delivered', 'failed', 'given-up', 'given-up'] as const
  const attempts = taken.map((delivery, at) => ({
    delivery,
    outcome: outcomes[at]!,
    startedAt: new Date(),
    durationMs: 1,
    retryDelayMs: 1_000,
  }))
  const states = await recordAttempts(outbox.pool, attempts)
  expect(taken.map(({ id }) => states.get(id))).toEqual([
    'failed',
    'delivered',
    'retrying',
    'failed',
    'failed',
  ])
  expect(await endpointRow()).toEqual({ failures: 0, failing: false })
  endpoint = other
  expect(await endpointRow()).toEqual({ failures: 1, failing: true })
})

test('nothing of an unwanted delivery is counted', async () => {
  await deliveries(1)
  const one = claimer()
  await one.end((await one.claim()).deliveries, 'unwanted')
  expect(await rows()).toMatchObject([{ state: 'cancelled', attempts: 0, ended: true, logged: 0 }])
  expect(await endpointRow()).toEqual({ failures: 0, failing: false })
})

test('a test that fails is not held against its endpoint', async () => {
  await deliveries(1)
  await outbox.pool.query("UPDATE webhook_delivery SET event = 'webhook.test'")
  const one = claimer()
  await one.end((await one.claim()).deliveries, 'given-up')
  expect(await endpointRow()).toEqual({ failures: 0, failing: false })
})

test('the end of a batch is claimed when each of its jobs was told or tried once', async () => {
  await deliveries(3)
  const batch = randomUUID()
  await outbox.pool.query(
    `UPDATE webhook_delivery SET batch_id = $1, job_id = CASE WHEN n < 3 THEN gen_random_uuid() END,
       event = CASE WHEN n < 3 THEN 'job.completed' ELSE 'batch.completed' END
     FROM (SELECT id AS of, row_number() OVER (ORDER BY next_attempt_at DESC) AS n FROM webhook_delivery) AS numbered WHERE id = of`,
    [batch],
  )
  const one = claimer()
  const jobs = await one.claimAll()
  expect(jobs.map(({ event }) => event)).toEqual(['job.completed', 'job.completed'])
  await one.end(jobs.slice(0, 1), 'delivered')
  expect(await one.claimAll()).toEqual([])
  await one.end(jobs.slice(1), 'failed', 1_000_000)
  expect((await one.claimAll()).map(({ event }) => event)).toEqual(['batch.completed'])
})
