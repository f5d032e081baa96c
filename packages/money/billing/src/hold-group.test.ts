import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { holdGroupSql } from './hold-group-sql.ts'
import { readBalance, readTotals } from './ledger.ts'
import { readSpendLimits } from './spend-limits/spend-limits.ts'
import { type BillingFixture, createBillingFixture } from './testing/fixture.ts'

let fixture: BillingFixture
beforeAll(async () => {
  fixture = await createBillingFixture()
})
afterAll(() => fixture.close())

interface Job {
  id?: string
  key?: string | null
  test?: boolean
  prices: number[]
}

/** Holds for jobs in their order, and returns what each got; null for those that got nothing. */
async function hold(accountId: string, jobs: Job[]) {
  const wanted = jobs.map(({ id = randomUUID(), key = null, test = false, prices }, index) => ({
    place: index + 1,
    id,
    account_id: accountId,
    api_key_id: key,
    test,
    prices,
  }))
  const { rows } = await fixture.pool.query<{ id: string; hold: bigint; limits: string[] | null }>(
    `WITH RECURSIVE wanted AS (
       SELECT * FROM jsonb_to_recordset($2) AS w(place bigint, id uuid, account_id uuid, api_key_id uuid, test boolean, prices bigint[])
     ), ${holdGroupSql({ accountId: '$1::uuid', wanted: 'wanted' })}
     SELECT job_id AS id, hold, limits FROM held`,
    [accountId, JSON.stringify(wanted)],
  )
  const held = new Map(rows.map((row) => [row.id, row]))
  return wanted.map(({ id }) => {
    const row = held.get(id)
    return row ? { hold: Number(row.hold), limits: row.limits?.length ?? 0 } : null
  })
}
const holds = async (...args: Parameters<typeof hold>) =>
  (await hold(...args)).map((held) => (held ? held.hold : null))
const usageOf = async (accountId: string, ownerId = accountId) => {
  const { usage } = (await readSpendLimits(fixture.pool, accountId, [ownerId])).get(ownerId)!
  return [usage.used_credits, usage.held_credits, usage.requests]
}

test('each gets the highest price that those before it leave, exactly', async () => {
  const id = await fixture.account(7_000)
  const jobs = [
    { prices: [200, 4_000] },
    { prices: [200, 2_000, 4_000] },
    { prices: [1_001] },
    { prices: [200, 1_000] },
  ]
  expect(await holds(id, [...jobs, { prices: [200] }])).toEqual([4_000, 2_000, null, 1_000, null])
  expect(await readBalance(fixture.pool, id)).toEqual({
    availableMicros: 0n,
    heldMicros: 7_000n,
    owedMicros: 0n,
  })
})

test('what is held stands in the ledger, a job each, and leaves what the account has', async () => {
  const id = await fixture.account(7_000)
  const jobs = [randomUUID(), randomUUID(), randomUUID()]
  await hold(id, [
    { id: jobs[0]!, prices: [200] },
    { id: jobs[1]!, test: true, prices: [200] },
    { id: jobs[2]!, prices: [4_000] },
  ])
  const { rows } = await fixture.pool.query(
    `SELECT job_id AS job, amount_micros::int AS amount, balance_after_micros::int AS after, debit_book AS debit, credit_book AS credit
     FROM ledger_entry WHERE account_id = $1 AND kind = 'hold' ORDER BY amount`,
    [id],
  )
  const moved = { after: 7_000, debit: 'available', credit: 'held' }
  expect(rows).toEqual([
    { job: jobs[0], amount: 200, ...moved },
    { job: jobs[2], amount: 4_000, ...moved },
  ])
  expect(await readTotals(fixture.pool, id)).toMatchObject({ netMicros: 7_000n, transactions: 1 })
})

test('those of test keys hold nothing, count in no limit and need no money', async () => {
  const id = await fixture.account()
  const key = randomUUID()
  for (const owner of [id, key]) await fixture.limit(id, { requestLimit: 0 }, owner)
  expect(
    await hold(id, [
      { test: true, key, prices: [200] },
      { key, prices: [200] },
    ]),
  ).toEqual([{ hold: 0, limits: 0 }, null])
  expect([await usageOf(id), await usageOf(id, key)]).toEqual([
    [0, 0, 0],
    [0, 0, 0],
  ])
})

test('those of test keys take nothing of what a limit leaves to those behind them', async () => {
  const id = await fixture.account(1_000)
  await fixture.limit(id, { requestLimit: 1 })
  expect(await holds(id, [{ test: true, prices: [200] }, { prices: [200] }])).toEqual([0, 200])
  expect(await usageOf(id)).toEqual([0, 1, 1])
})

test("each counts in its account's limit and in that of its own key, whatever those of other keys leave", async () => {
  const id = await fixture.account(1_000_000)
  const keys = [randomUUID(), randomUUID(), randomUUID()] as const
  await fixture.limit(id, { requestLimit: 9 })
  await fixture.limit(id, { budgetMicros: 600 }, keys[0])
  await fixture.limit(id, { requestLimit: 1 }, keys[1])
  const jobs = [keys[0], keys[1], keys[0], keys[1], keys[2], null].map((key) => ({ key, prices: [200, 300] }))
  expect(await hold(id, jobs)).toEqual([
    { hold: 300, limits: 2 },
    { hold: 300, limits: 2 },
    { hold: 300, limits: 2 },
    null,
    { hold: 300, limits: 1 },
    { hold: 300, limits: 1 },
  ])
  expect([await usageOf(id), await usageOf(id, keys[0]), await usageOf(id, keys[1])]).toEqual([
    [0, 7.5, 5],
    [0, 3, 2],
    [0, 1.5, 1],
  ])
  // Nothing is left for the key; the others have what the limit of the account leaves.
  expect(await holds(id, [{ key: keys[0], prices: [1] }, { prices: [200] }])).toEqual([null, 200])
})

test.each([
  ['the requests', { requestLimit: 3 }, [100, 100, 100, null]],
  ['the budget', { budgetMicros: 250 }, [100, 100, 50, null]],
])("those that come first use up %s of the account's limit", async (_, limit, expected) => {
  const id = await fixture.account(1_000_000)
  await fixture.limit(id, limit)
  const jobs = Array.from({ length: 4 }, () => ({ key: randomUUID(), prices: [50, 100] }))
  expect(await holds(id, jobs)).toEqual(expected)
})

test('the first of a period begin it; what the one before has used counts for nothing', async () => {
  const id = await fixture.account(1_000_000)
  await fixture.limit(id, { budgetMicros: 1_000, requestLimit: 5 })
  await fixture.pool.query(
    "UPDATE spend_limit SET used_micros = 1000, requests = 5, period_start = period_start - interval '1 day' WHERE account_id = $1",
    [id],
  )
  expect(await holds(id, [{ prices: [400] }, { prices: [600] }, { prices: [1] }])).toEqual([400, 600, null])
  expect(await usageOf(id)).toEqual([0, 5, 2])
})

test('a limit that is off keeps nobody out and counts nobody', async () => {
  const id = await fixture.account(1_000_000)
  await fixture.limit(id, { requestLimit: 0, enabled: false })
  expect(await hold(id, [{ prices: [200] }])).toEqual([{ hold: 200, limits: 0 }])
  expect(await usageOf(id)).toEqual([0, 0, 0])
})
