import { randomUUID } from 'node:crypto'
import { createPool, type Pool, transaction } from '@gleaner/db'
import { createTestDatabase, type TestDatabase } from '@gleaner/testkit/database'
import { eventually } from '@gleaner/testkit/eventually'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { auditLedger } from './audit/audit-ledger.ts'
import { type ChargedCall, chargeCall, checkCallFunds } from './charge-call.ts'
import { createBalance, deposit, readTotals } from './ledger.ts'
import { listTransactions } from './list-transactions.ts'
import { setSpendLimit } from './spend-limits/spend-limits.ts'
import { countUsage } from './usage/count-usage.ts'

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
  await eventually(async () => {
    const { rows } = await pool.query(
      "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
    )
    expect(rows).toHaveLength(1)
  })
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
  await expect(checkCallFunds(pool, call)).rejects.toMatchObject(refusal)
  await expect(charge(call)).rejects.toMatchObject(refusal)
  await deposit(pool, accountId, 1n, 'test')
  expect(await charge(call)).toBe(1_000)
})

test('spend limits count it and refuse it', async () => {
  const accountId = await accountWith(10_000n)
  await transaction(pool, (sql) =>
    setSpendLimit(sql, { accountId, ownerId: accountId }, {
      budgetMicros: 1_500,
      requestLimit: null,
      resetPeriod: 'daily',
      enabled: true,
    } as never),
  )
  await checkCallFunds(pool, callOf(accountId))
  await charge(callOf(accountId))
  await expect(checkCallFunds(pool, callOf(accountId))).rejects.toMatchObject({
    code: 'SPEND_LIMIT_EXCEEDED',
  })
  await expect(charge(callOf(accountId))).rejects.toMatchObject({
    code: 'SPEND_LIMIT_EXCEEDED',
    details: { used_credits: 5, held_credits: 0, needed_credits: 5 },
  })
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
