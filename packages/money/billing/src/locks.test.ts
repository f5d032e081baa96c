import { randomUUID } from 'node:crypto'
import { createPool, type Queryable, transaction } from '@gleaner/db'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { auditLedger } from './audit/audit-ledger.ts'
import { holdCall } from './calls/hold-call.ts'
import { chargeCall, releaseCall } from './calls/settle-call.ts'
import { foldLedger } from './fold/fold-ledger.ts'
import { holdSql, settleSql } from './hold-and-capture.ts'
import { holdGroupSql } from './hold-group-sql.ts'
import { holdTogetherSql } from './hold-together-sql.ts'
import { collectOwed, deposit, readBalance, transferOutside } from './ledger.ts'
import { deleteSpendLimit, readSpendLimits } from './spend-limits/spend-limits.ts'
import { type BillingFixture, callOf, createBillingFixture } from './testing/fixture.ts'

// What is decided by a balance, or by a limit, is decided by it as it is when its account's turn comes, whatever was going on before.

let fixture: BillingFixture
beforeAll(async () => {
  fixture = await createBillingFixture()
})
afterAll(() => fixture.close())
/** Of jobs that nobody made. */
const NO_JOB = [
  'an entry names a job that does not exist',
  'the money that is held is not what the open jobs hold',
]
afterEach(async () => {
  const faults = await auditLedger(fixture.pool)
  expect(faults.filter(({ what }) => !NO_JOB.includes(what))).toEqual([])
})

const hold = (sql: Queryable, accountId: string) => holdCall(sql, callOf(accountId), 60_000)
const moneyOf = async (accountId: string) => {
  const { availableMicros, heldMicros, owedMicros } = await readBalance(fixture.pool, accountId)
  return [availableMicros, heldMicros, owedMicros].map(Number)
}

const WANTED = `wanted AS (SELECT 1::bigint AS place, 1 AS position, $2::uuid AS id, $1::uuid AS account_id,
  NULL::uuid AS api_key_id, false AS test, ARRAY[1000::bigint] AS prices, 1000::bigint AS top)`
const one = { prices: 'ARRAY[1000::bigint]', accountId: '$1::uuid', jobId: '$2::uuid' }
const HOLDS = {
  'one job': `WITH ${holdSql({ ...one, apiKeyId: 'NULL::uuid', isFree: 'false' })} SELECT FROM held`,
  'jobs of any accounts': `WITH ${WANTED}, ${holdTogetherSql('wanted')} SELECT FROM covering`,
  'jobs of one account': `WITH RECURSIVE ${WANTED}, ${holdGroupSql({ accountId: '$1::uuid', wanted: 'wanted' })} SELECT FROM held`,
}

describe.each(Object.entries(HOLDS))('a hold of %s that waits for the balance', (_, statement) => {
  const act = (accountId: string) => fixture.pool.query(statement, [accountId, randomUUID()])

  test('is not made of what another one has taken', async () => {
    const id = await fixture.account(1_999)
    const { rowCount } = await fixture.meanwhile(
      (sql) => hold(sql, id),
      () => act(id),
    )
    expect(rowCount).toBe(0)
    expect(await moneyOf(id)).toEqual([999, 1_000, 0])
  })

  test('is made of what has come in', async () => {
    const id = await fixture.account(999)
    const { rowCount } = await fixture.meanwhile(
      (sql) => deposit(sql, id, 1n, 'test'),
      () => act(id),
    )
    expect(rowCount).toBe(1)
    expect(await moneyOf(id)).toEqual([0, 1_000, 0])
  })

  test('takes all of a balance that is exactly enough', async () => {
    const id = await fixture.account(1_000)
    expect((await act(id)).rowCount).toBe(1)
    expect(await moneyOf(id)).toEqual([0, 1_000, 0])
  })
})

describe('a call that waits for the balance', () => {
  test('is refused when another one has taken it', async () => {
    const id = await fixture.account(1_999)
    const second = fixture.meanwhile(
      (sql) => hold(sql, id),
      () => hold(fixture.pool, id),
    )
    await expect(second).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
    expect(await moneyOf(id)).toEqual([999, 1_000, 0])
  })

  test('is refused when another one has taken what a limit left', async () => {
    const id = await fixture.account(100_000)
    await fixture.limit(id, { requestLimit: 1 })
    const second = fixture.meanwhile(
      (sql) => hold(sql, id),
      () => hold(fixture.pool, id),
    )
    await expect(second).rejects.toMatchObject({ code: 'SPEND_LIMIT_EXCEEDED' })
    expect(await moneyOf(id)).toEqual([99_000, 1_000, 0])
  })

  test('is given back beside what has come in', async () => {
    const id = await fixture.account(1_000)
    const call = callOf(id)
    await holdCall(fixture.pool, call, 60_000)
    await fixture.meanwhile(
      (sql) => deposit(sql, id, 50n, 'test'),
      () => releaseCall(fixture.pool, call.id),
    )
    expect(await moneyOf(id)).toEqual([1_050, 0, 0])
  })

  test('is given back in no period of a limit that has begun meanwhile', async () => {
    const id = await fixture.account(100_000)
    await fixture.limit(id, { requestLimit: 9 })
    const call = callOf(id)
    await holdCall(fixture.pool, call, 60_000)
    for (const [table, column] of [
      ['spend_limit', 'period_start'],
      ['call_hold', 'created_at'],
    ])
      await fixture.pool.query(
        `UPDATE ${table} SET ${column} = ${column} - interval '1 day' WHERE account_id = $1`,
        [id],
      )
    await fixture.meanwhile(
      (sql) => hold(sql, id),
      () => releaseCall(fixture.pool, call.id),
    )
    const { usage } = (await readSpendLimits(fixture.pool, id, [id])).get(id)!
    expect(usage).toMatchObject({ used_credits: 0, held_credits: 5, requests: 1 })
  })
})

test('jobs that end together while money comes in leave both', async () => {
  const id = await fixture.account(1_000)
  const job = randomUUID()
  await fixture.pool.query(HOLDS['one job'], [id, job])
  const ended = `ended AS (SELECT $2::uuid AS id, $1::uuid AS account_id, 1000::bigint AS hold_micros, 400::bigint AS cost_micros,
    NULL::uuid[] AS spend_limits, now() AS created_at, NULL::uuid AS api_key_id, 'a.example' AS host, false AS test, 'completed' AS status,
    '1' AS tier, 'html' AS delivered_mode, NULL::uuid AS cached_from, now() AS finished_at, NULL::uuid AS batch_id)`
  await fixture.meanwhile(
    (sql) => deposit(sql, id, 50n, 'test'),
    () => fixture.pool.query(`WITH ${ended}, ${settleSql('ended', 'many')} SELECT`, [id, job]),
  )
  expect(await moneyOf(id)).toEqual([650, 0, 0])
})

test('a refund takes what has come in while it waited, and owes the rest', async () => {
  const id = await fixture.account(100)
  const refund = { accountId: id, amountMicros: 1_000n, note: 'test', reference: 'r1' }
  await fixture.meanwhile(
    (sql) => deposit(sql, id, 500n, 'test'),
    () => transferOutside(fixture.pool, 'refund', refund),
  )
  expect(await moneyOf(id)).toEqual([0, 0, 400])
})

describe('a limit', () => {
  test('that is set while a call is charged counts it', async () => {
    const id = await fixture.account(10_000)
    await fixture.meanwhile(
      (sql) => chargeCall(sql, callOf(id)),
      () => fixture.limit(id, { requestLimit: 9 }),
    )
    const { usage } = (await readSpendLimits(fixture.pool, id, [id])).get(id)!
    expect(usage).toMatchObject({ used_credits: 5, requests: 1 })
  })

  test('is removed behind the balance, as it is counted', async () => {
    const id = await fixture.account(10_000)
    await fixture.limit(id, { requestLimit: 9 })
    const owner = { accountId: id, ownerId: id }
    const removed = fixture.meanwhile(
      (sql) => deposit(sql, id, 1n, 'test'),
      () => transaction(fixture.pool, (sql) => deleteSpendLimit(sql, owner)),
    )
    expect(await removed).toBe(true)
  })
})

describe('an account that is in use', () => {
  test.each<[string, (sql: ReturnType<typeof createPool>) => Promise<unknown>, unknown]>([
    ['does not keep what others owe from being collected', collectOwed, 1],
    [
      'does not keep others from being folded',
      (pool) => foldLedger().run(pool, Number.POSITIVE_INFINITY),
      { rows: 0, isDone: true },
    ],
  ])('%s', async (_, work, expected) => {
    const [busy, other] = [await fixture.account(), await fixture.account()]
    for (const accountId of [busy, other]) {
      const dispute = { accountId, amountMicros: 500n, note: 'test', reference: 'd1' }
      await transferOutside(fixture.pool, 'dispute', dispute)
      // Money that is available and owed, as jobs leave it that give back what they held.
      await fixture.pool.query('UPDATE balance SET available_micros = 500 WHERE account_id = $1', [accountId])
      await fixture.pool.query(
        `INSERT INTO ledger_entry (account_id, kind, debit_book, credit_book, amount_micros) VALUES ($1, 'deposit', 'external', 'available', 500)`,
        [accountId],
      )
    }
    const impatient = createPool({ url: fixture.url, statementTimeoutMs: 5_000 })
    await transaction(fixture.pool, async (sql) => {
      await sql.query('SELECT FROM balance WHERE account_id = $1 FOR UPDATE', [busy])
      expect(await work(impatient)).toEqual(expected)
    })
    await impatient.end()
    await collectOwed(fixture.pool)
    expect([await moneyOf(busy), await moneyOf(other)]).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ])
  })
})
