import { randomUUID } from 'node:crypto'
import { transaction } from '@gleaner/db'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { auditLedger } from '../audit/audit-ledger.ts'
import { readTotals } from '../ledger.ts'
import { listTransactions } from '../list-transactions.ts'
import { type BillingFixture, callOf, createBillingFixture } from '../testing/fixture.ts'
import { type ChargedCall, holdCall } from './hold-call.ts'
import { chargeCall, releaseCall, releaseExpiredCalls } from './settle-call.ts'

let fixture: BillingFixture
beforeAll(async () => {
  fixture = await createBillingFixture()
})
afterAll(() => fixture.close())
afterEach(async () => {
  expect(await auditLedger(fixture.pool)).toEqual([])
})

const hold = (call: ChargedCall, forMs = 60_000) => holdCall(fixture.pool, call, forMs)
const charge = (call: ChargedCall) => transaction(fixture.pool, (sql) => chargeCall(sql, call))
const moneyOf = async (accountId: string) => {
  const { availableMicros, heldMicros, usedMicros } = await readTotals(fixture.pool, accountId)
  return [availableMicros, heldMicros, usedMicros].map(Number)
}

test('a call that holds its price already holds it once, for the longer time', async () => {
  const id = await fixture.account(10_000)
  const call = callOf(id)
  await hold(call)
  await hold(call, -1)
  expect(await releaseExpiredCalls(fixture.pool)).toBe(0)
  expect(await moneyOf(id)).toEqual([9_000, 1_000, 0])
  await hold(call, 120_000)
  const { rows } = await fixture.pool.query(
    "SELECT expires_at > now() + interval '100 s' AS longer FROM call_hold WHERE id = $1",
    [call.id],
  )
  expect(rows).toEqual([{ longer: true }])
  await releaseCall(fixture.pool, call.id)
})

test('it holds on where nothing more could be paid', async () => {
  const id = await fixture.account(1_000)
  const call = callOf(id)
  await fixture.limit(id, { requestLimit: 1 })
  await hold(call)
  await hold(call)
  expect(await charge(call)).toBe(1_000)
  expect(await moneyOf(id)).toEqual([0, 0, 1_000])
})

test("a call never stands on what another account's holds, nor on what that was charged", async () => {
  const [id, other] = [await fixture.account(10_000), await fixture.account(10_000)]
  const call = callOf(id)
  await hold(call)
  await expect(hold({ ...call, accountId: other })).rejects.toThrow()
  expect([await moneyOf(id), await moneyOf(other)]).toEqual([
    [9_000, 1_000, 0],
    [10_000, 0, 0],
  ])
  await charge(call)
  expect(await charge({ ...call, accountId: other })).toBe(1_000)
  expect([await moneyOf(id), await moneyOf(other)]).toEqual([
    [9_000, 0, 1_000],
    [9_000, 0, 1_000],
  ])
})

test('a call of an account that is not there is refused', async () => {
  await expect(hold(callOf(randomUUID()))).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
})

test('what calls move names the call and what it was, and only the charge is shown', async () => {
  const id = await fixture.account(10_000)
  const [charged, released] = [callOf(id), callOf(id, { kind: 'search' })]
  for (const call of [charged, released]) await hold(call)
  await charge(charged)
  await releaseCall(fixture.pool, released.id)
  const { rows } = await fixture.pool.query(
    "SELECT kind, note, reference FROM ledger_entry WHERE account_id = $1 AND kind <> 'deposit' ORDER BY id",
    [id],
  )
  const [map, search] = [`map:${charged.id}`, `search:${released.id}`]
  expect(rows).toEqual([
    { kind: 'reserve', note: map, reference: null },
    { kind: 'reserve', note: search, reference: null },
    { kind: 'unreserve', note: map, reference: null },
    { kind: 'fee', note: 'Map of a site', reference: map },
    { kind: 'unreserve', note: search, reference: null },
  ])
  const { transactions, total } = await listTransactions(fixture.pool, id, { limit: 9, offset: 0 })
  expect([total, transactions.map(({ kind, balance_after_credits: after }) => [kind, after])]).toEqual([
    2,
    [
      ['charge', 45],
      ['deposit', 50],
    ],
  ])
})

describe('a process that died while it carried out calls', () => {
  test('keeps none of their money, nor of the limits that counted them', async () => {
    const id = await fixture.account(10_000)
    const apiKeyId = randomUUID()
    await fixture.limit(id, { requestLimit: 3 })
    await fixture.limit(id, { budgetMicros: 3_000 }, apiKeyId)
    for (const forMs of [-2, -1, 60_000]) await hold(callOf(id, { apiKeyId }), forMs)
    await expect(hold(callOf(id, { apiKeyId }))).rejects.toMatchObject({ code: 'SPEND_LIMIT_EXCEEDED' })
    expect(await releaseExpiredCalls(fixture.pool)).toBe(2)
    expect(await moneyOf(id)).toEqual([9_000, 1_000, 0])
    for (let nth = 0; nth < 2; nth++) await hold(callOf(id, { apiKeyId }))
    await expect(hold(callOf(id, { apiKeyId }))).rejects.toMatchObject({ code: 'SPEND_LIMIT_EXCEEDED' })
    expect(await releaseExpiredCalls(fixture.pool)).toBe(0)
  })

  test('has a call charged that delivers after all, as if it had just been asked for', async () => {
    const id = await fixture.account(1_000)
    const call = callOf(id)
    await hold(call, -1)
    expect(await releaseExpiredCalls(fixture.pool)).toBe(1)
    expect(await charge(call)).toBe(1_000)
    expect(await charge(call)).toBe(1_000)
    expect(await moneyOf(id)).toEqual([0, 0, 1_000])
    await releaseCall(fixture.pool, call.id)
    expect(await moneyOf(id)).toEqual([0, 0, 1_000])
  })
})
