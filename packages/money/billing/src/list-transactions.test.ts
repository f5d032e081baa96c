import { randomUUID } from 'node:crypto'
import type { TransactionKind } from '@gleaner/contracts'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { holdCall } from './calls/hold-call.ts'
import { chargeCall } from './calls/settle-call.ts'
import { giveBackSql, holdSql } from './hold-and-capture.ts'
import { type OutsideKind, readBalance, readTotals, transferOutside } from './ledger.ts'
import { listTransactions } from './list-transactions.ts'
import { type BillingFixture, callOf, createBillingFixture } from './testing/fixture.ts'

let fixture: BillingFixture
/** Has every kind of entry; a dispute took more than there was. */
let id: string
beforeAll(async () => {
  fixture = await createBillingFixture()
  id = await fixture.account(20_000)
  await runJob(id)
  await chargeCall(fixture.pool, callOf(id))
  await chargeCall(fixture.pool, callOf(id, { kind: 'search' }))
  await holdCall(fixture.pool, callOf(id), 60_000)
  for (const [kind, micros] of [
    ['refund', 2_000n],
    ['dispute', 18_000n],
    ['reinstatement', 18_000n],
    ['deposit', 1_000n],
  ] as [OutsideKind, bigint][])
    await transferOutside(fixture.pool, kind, {
      accountId: id,
      amountMicros: micros,
      note: `a ${kind}`,
      reference: kind,
    })
})
afterAll(() => fixture.close())

/** A job that costs 400 of the 1,000 that were held for it. */
async function runJob(accountId: string): Promise<void> {
  const job = randomUUID()
  const hold = holdSql({
    prices: 'ARRAY[1000]',
    accountId: '$1',
    jobId: '$2::uuid',
    apiKeyId: 'NULL::uuid',
    isFree: 'true',
  })
  await fixture.pool.query(`WITH ${hold} SELECT`, [accountId, job])
  const ended = `ended AS (SELECT $1::uuid AS account_id, $2::uuid AS id, 400::bigint AS cost_micros, 1000::bigint AS hold_micros,
    now() AS created_at, NULL::uuid[] AS spend_limits)`
  await fixture.pool.query(`WITH ${ended}, ${giveBackSql('ended')} SELECT`, [accountId, job])
}

const list = (query: object = {}, accountId = id) =>
  listTransactions(fixture.pool, accountId, { limit: 100, offset: 0, ...query })

test('what moves within the own money of an account is not shown; the rest is, with what there was after it', async () => {
  const { transactions, total, next_cursor: cursor } = await list()
  const shown = transactions.map((one) => [
    one.kind,
    one.amount_credits,
    one.amount_cents,
    one.balance_after_credits,
    one.note,
  ])
  expect(shown).toEqual([
    ['deposit', 5, 0.1, 83, 'a deposit'],
    ['reinstatement', 90, 1.8, 78, 'a reinstatement'],
    ['dispute', -90, -1.8, -12, 'a dispute'],
    ['refund', -10, -0.2, 78, 'a refund'],
    ['charge', -5, -0.1, 88, 'Search'],
    ['charge', -5, -0.1, 93, 'Map of a site'],
    ['charge', -2, -0.04, 98, null],
    ['deposit', 100, 2, 100, 'test'],
  ])
  expect(transactions.map(({ job_id: job }) => job !== null)).toEqual([
    false,
    false,
    false,
    false,
    false,
    false,
    true,
    false,
  ])
  expect([total, cursor, (await readTotals(fixture.pool, id)).transactions]).toEqual([8, null, 8])
})

test.each<[TransactionKind, number]>([
  ['deposit', 2],
  ['charge', 3],
  ['refund', 1],
  ['dispute', 1],
  ['reinstatement', 1],
])('of kind %s there are %d, and no others are shown or counted', async (kind, count) => {
  const { transactions, total } = await list({ kind })
  expect([total, transactions.map((one) => one.kind)]).toEqual([count, Array(count).fill(kind)])
})

describe('a page', () => {
  test('has as many as are asked for, and a cursor while there are more', async () => {
    const all = (await list()).transactions
    const first = await list({ limit: 7 })
    expect(first).toMatchObject({
      transactions: all.slice(0, 7),
      total: 8,
      limit: 7,
      next_cursor: all[6]!.id,
    })
    const rest = await list({ limit: 7, cursor: first.next_cursor! })
    expect(rest).toMatchObject({ transactions: all.slice(7), total: 8, next_cursor: null })
    expect(await list({ limit: 8 })).toMatchObject({ transactions: all, next_cursor: null })
    expect(await list({ limit: 2, offset: 3 })).toMatchObject({ transactions: all.slice(3, 5), offset: 3 })
    expect((await list({ kind: 'charge', cursor: all[4]!.id })).transactions).toEqual(all.slice(5, 7))
  })

  test('that begins too deep is refused, and told how to read on', async () => {
    expect((await list({ offset: 10_000 })).transactions).toEqual([])
    await expect(list({ offset: 10_001 })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('offset: must be at most 10,000; read on with the cursor'),
      details: { issues: [{ path: 'offset' }] },
    })
  })
})

test('an entry of before balances were written down is shown without one', async () => {
  const old = await fixture.account()
  await fixture.pool.query(
    `INSERT INTO ledger_entry (account_id, kind, debit_book, credit_book, amount_micros) VALUES ($1, 'deposit', 'external', 'available', 200)`,
    [old],
  )
  expect((await list({}, old)).transactions).toMatchObject([
    { amount_credits: 1, balance_after_credits: null },
  ])
})

test('nothing is shown or told of another account, nor of one that is not there', async () => {
  const other = await fixture.account()
  for (const kind of [undefined, 'charge', 'deposit'] as const)
    expect(await list({ kind }, other)).toMatchObject({ transactions: [], total: 0, next_cursor: null })
  const nobody = randomUUID()
  const nothing = { availableMicros: 0n, heldMicros: 0n, owedMicros: 0n }
  expect(await readBalance(fixture.pool, nobody)).toEqual(nothing)
  expect(await readTotals(fixture.pool, nobody)).toEqual({
    ...nothing,
    netMicros: 0n,
    usedMicros: 0n,
    depositedMicros: 0n,
    transactions: 0,
  })
  expect(await readBalance(fixture.pool, id)).toEqual({
    availableMicros: 15_600n,
    heldMicros: 1_000n,
    owedMicros: 0n,
  })
  expect(await readTotals(fixture.pool, id)).toMatchObject({
    netMicros: 16_600n,
    usedMicros: 2_400n,
    depositedMicros: 19_000n,
  })
})
