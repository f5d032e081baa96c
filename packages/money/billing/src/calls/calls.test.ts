import { randomUUID } from 'node:crypto'
import { createPool, type Pool, transaction } from '@gleaner/db'
import { createTestDatabase, type TestDatabase } from '@gleaner/testkit/database'
import { untilBlocked } from '@gleaner/testkit/until-blocked'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { auditLedger } from '../audit/audit-ledger.ts'
import { createBalance, deposit, readTotals } from '../ledger.ts'
import { listTransactions } from '../list-transactions.ts'
import { CALL_PRICES, type PricedCall } from '../prices.ts'
import { readSpendLimits, setSpendLimit } from '../spend-limits/spend-limits.ts'
import { countUsage } from '../usage/count-usage.ts'
import { type ChargedCall, holdCall } from './hold-call.ts'
import { chargeCall, releaseCall, releaseExpiredCalls } from './settle-call.ts'

let database: TestDatabase
let pool: Pool
beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool({ url: database.url })
})
afterAll(async () => {
  await pool.end()
  await database.close()
})

async function accountWith(micros: bigint): Promise<string> {
  const id = randomUUID()
  await pool.query('INSERT INTO account (id, name) VALUES ($1, $2)', [id, 'Test'])
  await createBalance(pool, id)
  if (micros > 0n) await deposit(pool, id, micros, 'test')
  return id
}
const callOf = (accountId: string, more: Partial<ChargedCall> = {}): ChargedCall => ({
  id: randomUUID(),
  accountId,
  apiKeyId: null,
  kind: 'map',
  ...more,
})
const hold = (call: ChargedCall) => holdCall(pool, call, 60_000)
const charge = (call: ChargedCall) => transaction(pool, (sql) => chargeCall(sql, call))

test('a call is charged once, whoever charges it again and at the same time', async () => {
  const accountId = await accountWith(10_000n)
  const call = callOf(accountId)
  expect(await Promise.all(Array.from({ length: 5 }, () => charge(call)))).toEqual(Array(5).fill(1_000))
  expect(await charge({ ...call, id: randomUUID() })).toBe(1_000)
  const { availableMicros, usedMicros, transactions } = await readTotals(pool, accountId)
  expect([availableMicros, usedMicros, transactions]).toEqual([8_000n, 2_000n, 3])
  expect(await auditLedger(pool)).toEqual([])
})

test('a call that is charged while another transaction charges it waits, and is charged once', async () => {
  const accountId = await accountWith(10_000n)
  const call = callOf(accountId)
  const first = await pool.connect()
  await first.query('BEGIN')
  await chargeCall(first, call)
  const second = charge(call)
  await untilBlocked(pool)
  await first.query('COMMIT')
  first.release()
  expect(await second).toBe(1_000)
  expect((await readTotals(pool, accountId)).usedMicros).toBe(1_000n)
})

test('nothing is charged when the transaction that delivers it does not commit', async () => {
  const accountId = await accountWith(10_000n)
  const undelivered = transaction(pool, async (sql) => {
    await chargeCall(sql, callOf(accountId))
    throw new Error('not delivered')
  })
  await expect(undelivered).rejects.toThrow('not delivered')
  expect((await readTotals(pool, accountId)).availableMicros).toBe(10_000n)
})

test('a balance that does not cover it is refused, before and after the work', async () => {
  const accountId = await accountWith(999n)
  const call = callOf(accountId, { kind: 'search' })
  const refusal = {
    code: 'INSUFFICIENT_BALANCE',
    details: { needed_credits: 5, available_credits: 4.995 },
  }
  await expect(hold(call)).rejects.toMatchObject(refusal)
  await expect(charge(call)).rejects.toMatchObject(refusal)
  await deposit(pool, accountId, 1n, 'test')
  expect(await charge(call)).toBe(1_000)
})

const limitOf = async (accountId: string, ownerId: string, limit: object) =>
  await transaction(pool, (sql) =>
    setSpendLimit(
      sql,
      { accountId, ownerId },
      {
        budgetMicros: null,
        requestLimit: null,
        resetPeriod: 'daily',
        enabled: true,
        ...limit,
      },
    ),
  )
const usedOf = async (accountId: string, ownerId: string) => {
  const { used_credits, held_credits, requests } = (await readSpendLimits(pool, accountId, [ownerId])).get(
    ownerId,
  )!.usage
  return [used_credits, held_credits, requests]
}

test('spend limits count it and refuse it', async () => {
  const accountId = await accountWith(10_000n)
  await limitOf(accountId, accountId, { budgetMicros: 1_500 })
  await charge(callOf(accountId))
  await expect(hold(callOf(accountId))).rejects.toMatchObject({ code: 'SPEND_LIMIT_EXCEEDED' })
  await expect(charge(callOf(accountId))).rejects.toMatchObject({
    code: 'SPEND_LIMIT_EXCEEDED',
    details: { used_credits: 5, held_credits: 0, needed_credits: 5 },
  })
})

const KINDS = Object.keys(CALL_PRICES) as PricedCall[]
const refusals = async (held: Promise<unknown>[]) =>
  (await Promise.allSettled(held)).flatMap((one) => (one.status === 'rejected' ? one.reason.code : []))

describe.each(KINDS)('of calls of kind %s that are made at once', (kind) => {
  const price = CALL_PRICES[kind]

  test('one holds its price where the balance pays one', async () => {
    const accountId = await accountWith(BigInt(2 * price - 1))
    const calls = Array.from({ length: 8 }, () => hold(callOf(accountId, { kind })))
    expect(await refusals(calls)).toEqual(Array(7).fill('INSUFFICIENT_BALANCE'))
    expect(await readTotals(pool, accountId)).toMatchObject({
      availableMicros: BigInt(price - 1),
      heldMicros: BigInt(price),
      netMicros: BigInt(2 * price - 1),
      usedMicros: 0n,
    })
    expect(await auditLedger(pool)).toEqual([])
  })

  test.each([
    ['a budget of the account', 'account', { budgetMicros: 2 * price - 1 }],
    ['a budget of the key', 'key', { budgetMicros: price }],
    ['a request of the account', 'account', { requestLimit: 1 }],
    ['a request of the key', 'key', { requestLimit: 1 }],
  ])(
    'one holds its price where %s leaves room for one, and gives all of it back',
    async (_, whose, limit) => {
      const accountId = await accountWith(100_000n)
      const apiKeyId = randomUUID()
      const ownerId = whose === 'key' ? apiKeyId : accountId
      await limitOf(accountId, ownerId, limit)
      const calls = Array.from({ length: 8 }, () => callOf(accountId, { kind, apiKeyId }))
      expect(await refusals(calls.map(hold))).toEqual(Array(7).fill('SPEND_LIMIT_EXCEEDED'))
      expect(await usedOf(accountId, ownerId)).toEqual([0, price / 200, 1])

      await Promise.all(calls.flatMap(({ id }) => [releaseCall(pool, id), releaseCall(pool, id)]))
      expect(await usedOf(accountId, ownerId)).toEqual([0, 0, 0])
      expect(await readTotals(pool, accountId)).toMatchObject({ availableMicros: 100_000n, heldMicros: 0n })

      const next = callOf(accountId, { kind, apiKeyId })
      await hold(next)
      await charge(next)
      expect(await usedOf(accountId, ownerId)).toEqual([price / 200, 0, 1])
      expect(await auditLedger(pool)).toEqual([])
    },
  )

  test('what is held is charged or given back, whoever comes first, and once', async () => {
    const accountId = await accountWith(1_000_000n)
    const calls = Array.from({ length: 6 }, () => callOf(accountId, { kind }))
    for (const call of calls) await holdCall(pool, call, -1)
    const charged = await Promise.all(
      calls.flatMap((call) => [
        charge(call),
        releaseExpiredCalls(pool),
        charge(call),
        releaseCall(pool, call.id),
      ]),
    )
    expect(charged.filter((one) => one === price)).toHaveLength(12)
    expect(await readTotals(pool, accountId)).toMatchObject({
      availableMicros: BigInt(1_000_000 - 6 * price),
      heldMicros: 0n,
      usedMicros: BigInt(6 * price),
      transactions: 7,
    })
    expect(await auditLedger(pool)).toEqual([])
  })
})

test('what is held past its time is given back once, by however many; what is not, and what is held for longer, stays', async () => {
  const accountId = await accountWith(10_000n)
  const [lost, longer, young] = [callOf(accountId), callOf(accountId), callOf(accountId)]
  await holdCall(pool, lost, -1)
  await holdCall(pool, longer, -1)
  await hold(young)
  await hold(longer)
  expect((await readTotals(pool, accountId)).heldMicros).toBe(3_000n)
  expect(await auditLedger(pool)).toEqual([])
  const given = await Promise.all(Array.from({ length: 4 }, () => releaseExpiredCalls(pool)))
  expect(given.reduce((sum, count) => sum + count, 0)).toBe(1)
  expect(await readTotals(pool, accountId)).toMatchObject({ availableMicros: 8_000n, heldMicros: 2_000n })
  await charge(lost)
  await charge(young)
  await releaseCall(pool, longer.id)
  expect(await readTotals(pool, accountId)).toMatchObject({ availableMicros: 8_000n, usedMicros: 2_000n })
  expect(await auditLedger(pool)).toEqual([])
})

test('it is shown among charges and counted as usage, in whole quarters of an hour and in parts of one', async () => {
  const accountId = await accountWith(10_000n)
  await charge(callOf(accountId, { kind: 'search' }))
  const { transactions, total } = await listTransactions(pool, accountId, {
    limit: 10,
    offset: 0,
    kind: 'charge',
  })
  expect(total).toBe(1)
  expect(transactions).toMatchObject([{ kind: 'charge', amount_credits: -5, job_id: null, note: 'Search' }])
  const deposits = await listTransactions(pool, accountId, { limit: 10, offset: 0, kind: 'deposit' })
  expect(deposits.total).toBe(1)

  const now = new Date()
  const counted = [{ outcome: 'completed', mode: '', tier: '', requests: 1, costMicros: 1_000 }]
  const hour = 3_600_000
  const today = { start: new Date(now.getTime() - hour), end: new Date(now.getTime() + hour) }
  expect(await countUsage(pool, accountId, today, now)).toEqual(counted)
  const { rows } = await pool.query(
    "SELECT created_at AS at FROM ledger_entry WHERE account_id = $1 AND kind = 'fee'",
    [accountId],
  )
  const at = rows[0].at as Date
  const moment = { start: new Date(at.getTime() - 1), end: new Date(at.getTime() + 1) }
  const later = new Date(at.getTime() + hour)
  expect(await countUsage(pool, accountId, moment, later)).toEqual(counted)
})

test('the audit finds what is held for nobody', async () => {
  const accountId = await accountWith(10_000n)
  const call = callOf(accountId)
  await hold(call)
  await pool.query('DELETE FROM call_hold WHERE id = $1', [call.id])
  expect(await auditLedger(pool)).toMatchObject([{ accountId }])
})
