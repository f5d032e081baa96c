import { auditLedger, deposit, readBalance, readSpendLimits, setSpendLimit } from '@gleaner/billing'
import { uuidv7 } from '@gleaner/contracts'
import { transaction } from '@gleaner/db'
import { lineName } from '@gleaner/queue'
import { eventually } from '@gleaner/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { createJob } from '../accepting/create-job.ts'
import { type AdmissionFixture, createAdmissionFixture, pagesOf, placesOf } from '../testing/admission.ts'
import { insertTestBatch } from '../testing/batch.ts'
import { sweepJobs } from '../testing/sweep-jobs.ts'
import { admitAccount, createAdmissionMemory } from './admit-account.ts'
import { readFleetLoad } from './fleet-load.ts'
import { LANES_AT_ONCE } from './read-backlog.ts'

let fixture: AdmissionFixture
beforeAll(async () => {
  fixture = await createAdmissionFixture()
})
afterAll(() => fixture.close())
afterEach(async () => {
  await fixture.reset()
  expect(await auditLedger(fixture.pool)).toEqual([])
})

/** One step of an account, without a scheduler. */
async function step(accountId: string, items = 32, ctx = fixture.ctx) {
  const fleet = await readFleetLoad(fixture.pool, placesOf())
  return await admitAccount(ctx, accountId, createAdmissionMemory(), { fleet, step: items, perHost: 1_000 })
}

const itemsOf = async (batchId: string) =>
  (
    await fixture.pool.query(
      `SELECT id, status, error->>'code' AS code, hold_micros::int AS hold, queued_at IS NOT NULL AS admitted FROM job
       WHERE batch_id = $1 ORDER BY queued_at, id`,
      [batchId],
    )
  ).rows as { id: string; status: string; code: string | null; hold: number; admitted: boolean }[]

const batchOf = async (id: string) =>
  (await fixture.pool.query('SELECT status, succeeded, failed FROM batch WHERE id = $1', [id])).rows[0]

async function deliverAll(batchId: string): Promise<void> {
  await eventually(async () => {
    for (const { id } of await fixture.queued()) await fixture.deliver(id)
    expect((await batchOf(batchId)).status).not.toMatch(/pending|processing/)
  })
}

describe('a batch larger than', () => {
  test('the balance is delivered as far as the money goes; the rest fails, and nothing is negative', async () => {
    const account = await fixture.accountOf({ micros: 5 * 200 + 199 })
    const { id } = await insertTestBatch(fixture, account, pagesOf('a.example.com', 12))
    await fixture.start()
    await deliverAll(id)
    expect(await batchOf(id)).toEqual({ status: 'partially_failed', succeeded: 5, failed: 7 })
    const codes = (await itemsOf(id)).flatMap(({ code }) => code ?? [])
    expect(codes).toEqual(Array(7).fill('INSUFFICIENT_BALANCE'))
    expect(await readBalance(fixture.pool, account)).toMatchObject({
      availableMicros: 199n,
      heldMicros: 0n,
    })
  })

  test.each([
    ['budget', { budgetMicros: 800, requestLimit: null }, 4],
    ['number of requests', { budgetMicros: null, requestLimit: 3 }, 3],
  ])('the %s of a spend limit likewise', async (_, limit, paid) => {
    const account = await fixture.accountOf()
    const { id, jobs } = await insertTestBatch(fixture, account, pagesOf('a.example.com', 8))
    await transaction(fixture.pool, (sql) =>
      setSpendLimit(
        sql,
        { accountId: account, ownerId: jobs[0]!.apiKeyId! },
        { ...limit, resetPeriod: 'monthly', enabled: true },
      ),
    )
    await fixture.start()
    await deliverAll(id)
    expect(await batchOf(id)).toMatchObject({ succeeded: paid, failed: 8 - paid })
    const codes = (await itemsOf(id)).flatMap(({ code }) => code ?? [])
    expect(codes).toEqual(Array(8 - paid).fill('SPEND_LIMIT_EXCEEDED'))
  })
})

test('an item that was accepted in an earlier period of a spend limit counts in the one in which it is admitted', async () => {
  const account = await fixture.accountOf()
  const { id, jobs } = await insertTestBatch(fixture, account, pagesOf('a.example.com', 1))
  await fixture.pool.query("UPDATE job SET created_at = now() - interval '1 day' WHERE batch_id = $1", [id])
  const owner = { accountId: account, ownerId: account }
  await transaction(fixture.pool, (sql) =>
    setSpendLimit(sql, owner, {
      budgetMicros: 10_000,
      requestLimit: null,
      resetPeriod: 'daily',
      enabled: true,
    }),
  )
  await step(account)
  await fixture.deliver(jobs[0]!.id, 200)
  const limit = (await readSpendLimits(fixture.pool, account, [account])).get(account)!
  expect(limit.usage).toMatchObject({ used_credits: 1, held_credits: 0, requests: 1 })
})

test('an item that waits for money which others hold is not ended', async () => {
  const account = await fixture.accountOf({ micros: 4_000 })
  const { id } = await insertTestBatch(fixture, account, pagesOf('a.example.com', 2))
  await step(account)
  await step(account)
  expect((await itemsOf(id)).map(({ status, hold }) => [status, hold])).toEqual([
    ['pending', 4_000],
    ['pending', 0],
  ])
})

test('holds in groups are those that the items would have got one by one', async () => {
  const prices = ['1', '4', '2', '5', '1', '3', '4', '1', '2', '4'] as const
  const requests = prices.map((max_tier, index) => ({
    url: `https://a.example.com/${index}`,
    cost_controls: { max_tier },
  }))
  const micros = 15_950
  const [alone, inBatch] = [
    await fixture.accountOf({ micros }),
    await fixture.accountOf({ micros, concurrency: 20 }),
  ]
  const apiKeyId = uuidv7()
  for (const [accountId, ownerId, budgetMicros] of [
    [alone, alone, 14_000],
    [alone, apiKeyId, 13_500],
    [inBatch, inBatch, 14_000],
  ] as const)
    await transaction(fixture.pool, (sql) =>
      setSpendLimit(
        sql,
        { accountId, ownerId },
        { budgetMicros, requestLimit: 9, resetPeriod: 'daily', enabled: true },
      ),
    )
  const { jobs, id } = await insertTestBatch(fixture, inBatch, requests)
  await transaction(fixture.pool, (sql) =>
    setSpendLimit(
      sql,
      { accountId: inBatch, ownerId: jobs[0]!.apiKeyId! },
      { budgetMicros: 13_500, requestLimit: null, resetPeriod: 'daily', enabled: true },
    ),
  )
  // In the order of their ids, as the index has them.
  const inOrder = [...jobs].sort((a, b) => (a.id < b.id ? -1 : 1))
  const expected: (number | null)[] = []
  for (const { spec } of inOrder) {
    const job = fixture.newJob(alone, { ...spec, sync: false }, { apiKeyId, cacheKey: undefined })
    await createJob(fixture.ctx, job).catch(() => {})
    const { rows } = await fixture.pool.query('SELECT hold_micros::int AS hold FROM job WHERE id = $1', [
      job.id,
    ])
    expected.push(rows[0]?.hold ?? null)
  }
  expect(expected).toContain(null)
  expect(expected.filter((hold) => hold !== null).length).toBeGreaterThan(3)
  for (let i = 0; i < 10; i++) await step(inBatch, 4)
  const { rows } = await fixture.pool.query(
    'SELECT CASE WHEN queued_at IS NOT NULL THEN hold_micros::int END AS hold FROM job WHERE batch_id = $1 ORDER BY id',
    [id],
  )
  expect(rows.map(({ hold }) => hold)).toEqual(expected)
  const sums = await Promise.all([alone, inBatch].map((account) => readBalance(fixture.pool, account)))
  expect(sums[1]!.heldMicros).toBe(BigInt(expected.reduce<number>((sum, hold) => sum + (hold ?? 0), 0)))
})

test('an item that nothing is left for is passed over, and the others of its step get their holds', async () => {
  const account = await fixture.accountOf({ micros: 4_600 })
  const at = (host: string, force_tier: '1' | '4') =>
    pagesOf(host, 3).map((page) => ({ ...page, cost_controls: { force_tier } }))
  const { id } = await insertTestBatch(fixture, account, [
    ...at('a.example.com', '4'),
    ...at('b.example.com', '1'),
  ])
  await step(account)
  const admitted = (await itemsOf(id)).filter(({ admitted }) => admitted)
  expect(admitted.map(({ hold }) => hold).sort()).toEqual([200, 200, 200, 4_000])
})

test('in one step each key has what its own limit leaves, whatever other keys take', async () => {
  const account = await fixture.accountOf({ concurrency: 20 })
  const keys = [uuidv7(), uuidv7()]
  for (const apiKeyId of keys) {
    await transaction(fixture.pool, (sql) =>
      setSpendLimit(
        sql,
        { accountId: account, ownerId: apiKeyId },
        { budgetMicros: 450, requestLimit: 2, resetPeriod: 'daily', enabled: true },
      ),
    )
    const cheap = pagesOf('a.example.com', 4).map((page) => ({
      ...page,
      cost_controls: { max_tier: '1' as const },
    }))
    await insertTestBatch(fixture, account, cheap, { apiKeyId })
  }
  await step(account)
  const { rows } = await fixture.pool.query(
    'SELECT api_key_id AS key, count(*)::int AS items FROM job WHERE account_id = $1 AND hold_micros = 200 GROUP BY 1 ORDER BY 1',
    [account],
  )
  expect(rows).toEqual(keys.toSorted().map((key) => ({ key, items: 2 })))
})

test('a step asks for another one while lanes stand behind those that it has looked at', async () => {
  const account = await fixture.accountOf({ micros: 100 })
  for (let nth = 1; nth <= LANES_AT_ONCE + 1; nth++) {
    const line = lineName(uuidv7(), { atOnce: nth, gapMs: 0 })
    await insertTestBatch(fixture, account, pagesOf('a.example.com', 1), { line })
  }
  const memory = createAdmissionMemory()
  const fleet = await readFleetLoad(fixture.pool, placesOf())
  const next = () => admitAccount(fixture.ctx, account, memory, { fleet, step: 32, perHost: 1_000 })
  expect([await next(), await next()]).toEqual([true, false])
})

test('items of test keys hold nothing, also in an account without money', async () => {
  const account = await fixture.accountOf({ micros: 0 })
  const { id } = await insertTestBatch(fixture, account, pagesOf('a.example.com', 3), { test: true })
  await step(account)
  expect((await itemsOf(id)).map(({ admitted, hold }) => [admitted, hold])).toEqual(Array(3).fill([true, 0]))
})

test('an item whose page is kept is answered with it, at no cost and on no queue', async () => {
  const account = await fixture.accountOf()
  const request = { url: 'https://a.example.com/cached', cache: true }
  await fixture.delivered(fixture.newJob(account, request))
  const before = await readBalance(fixture.pool, account)
  const cacheKey = fixture.newJob(account, { ...request, sync: false }).cacheKey
  const { id, jobs } = await insertTestBatch(fixture, account, [request, request], { cacheKey })
  await fixture.start()
  await eventually(async () =>
    expect(await batchOf(id)).toEqual({ status: 'completed', succeeded: 2, failed: 0 }),
  )
  expect(await fixture.queued()).toEqual([])
  expect(await readBalance(fixture.pool, account)).toEqual(before)
  const { rows } = await fixture.pool.query(
    'SELECT cost_micros::int AS cost, cached_from IS NOT NULL AS cached, batch_seq FROM job WHERE batch_id = $1 ORDER BY batch_seq',
    [id],
  )
  expect(rows).toEqual([1, 2].map((batch_seq) => ({ cost: 0, cached: true, batch_seq })))
  expect(jobs).toHaveLength(2)
})

test('an admission that is cut off before its messages is mended by the sweep, and held for once', async () => {
  const account = await fixture.accountOf()
  const { id } = await insertTestBatch(fixture, account, pagesOf('a.example.com', 5))
  const killed = { ...fixture.ctx.producer, addMany: () => Promise.reject(new Error('killed')) }
  await expect(step(account, 32, { ...fixture.ctx, producer: killed })).rejects.toThrow('killed')
  expect((await itemsOf(id)).every(({ admitted }) => admitted)).toBe(true)
  expect(await fixture.queued()).toEqual([])
  await fixture.pool.query("UPDATE job SET queued_at = now() - interval '11 s' WHERE batch_id = $1", [id])
  expect((await sweepJobs(fixture.ctx)).requeued).toBe(5)
  await fixture.start()
  await deliverAll(id)
  expect(await batchOf(id)).toEqual({ status: 'completed', succeeded: 5, failed: 0 })
})

test('a Redis that forgets everything loses no item and doubles none', async () => {
  const account = await fixture.accountOf({ concurrency: 10 })
  const { id } = await insertTestBatch(fixture, account, pagesOf('a.example.com', 20))
  await fixture.start()
  await eventually(async () => expect((await fixture.queued()).length).toBeGreaterThan(5))
  await fixture.flushRedis()
  await fixture.pool.query(
    "UPDATE job SET queued_at = now() - interval '11 s' WHERE batch_id = $1 AND queued_at IS NOT NULL",
    [id],
  )
  await sweepJobs(fixture.ctx)
  const again = await fixture.messages()
  expect(again.map(({ priority, bulk }) => [priority, bulk])).toEqual(again.map(() => [10, true]))
  expect(again.length).toBeGreaterThan(5)
  await deliverAll(id)
  expect(await batchOf(id)).toEqual({ status: 'completed', succeeded: 20, failed: 0 })
})

test.each([
  [100_000, 'SERVICE_UNAVAILABLE'],
  [100, 'INSUFFICIENT_BALANCE'],
])('an item that was never admitted says why: with %i micros %s', async (micros, code) => {
  const account = await fixture.accountOf({ micros })
  const { id } = await insertTestBatch(fixture, account, pagesOf('a.example.com', 1))
  await fixture.pool.query("UPDATE batch SET created_at = now() - interval '25 h' WHERE id = $1", [id])
  await fixture.pool.query("UPDATE job SET deadline_at = now() - interval '1 s' WHERE batch_id = $1", [id])
  await sweepJobs(fixture.ctx)
  const { rows } = await fixture.pool.query("SELECT error->>'code' AS code FROM job WHERE batch_id = $1", [
    id,
  ])
  expect(rows).toEqual([{ code }])
})

test('an item whose turn does not come within a day ends without one, and is found among many that wait', async () => {
  const account = await fixture.accountOf()
  const { id, jobs } = await insertTestBatch(fixture, account, pagesOf('a.example.com', 2))
  await fixture.pool.query("UPDATE batch SET created_at = now() - interval '25 h' WHERE id = $1", [id])
  await fixture.pool.query("UPDATE job SET deadline_at = now() - interval '1 s' WHERE id = $1", [jobs[0]!.id])
  expect(await sweepJobs(fixture.ctx)).toEqual({ expired: 1, requeued: 0 })
  expect(await batchOf(id)).toMatchObject({ failed: 1 })
})

test('an item of a line waits when nothing can pay for it, and is admitted when there is money again', async () => {
  const account = await fixture.accountOf({ micros: 100 })
  const line = lineName(uuidv7(), { atOnce: 3, gapMs: 0 })
  const { jobs } = await insertTestBatch(fixture, account, pagesOf('a.example.com', 2), { line })
  await insertTestBatch(fixture, account, pagesOf('a.example.com', 1))
  const statusOf = async (id: string) =>
    (await fixture.pool.query('SELECT status FROM job WHERE id = $1', [id])).rows[0].status
  await fixture.start()
  // The item of the batch has ended: the look that ended it has seen those of the line as well.
  await eventually(async () => {
    const { rows } = await fixture.pool.query(
      `SELECT count(*)::int AS items FROM job WHERE account_id = $1 AND status = 'failed'`,
      [account],
    )
    expect(rows).toEqual([{ items: 1 }])
  })
  expect(await Promise.all(jobs.map(({ id }) => statusOf(id)))).toEqual(['pending', 'pending'])
  await deposit(fixture.pool, account, 10_000_000n, 'test')
  await eventually(async () => expect(await fixture.underWay(account)).toBe(2))
})
