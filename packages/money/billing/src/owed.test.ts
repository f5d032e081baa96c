import { randomUUID } from 'node:crypto'
import { createPool, type Pool, transaction } from '@gleaner/db'
import { createTestDatabase, type TestDatabase } from '@gleaner/testkit/database'
import { untilBlocked } from '@gleaner/testkit/until-blocked'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { auditLedger } from './audit/audit-ledger.ts'
import { giveBackSql, holdSql } from './hold-and-capture.ts'
import {
  collectOwed,
  createBalance,
  deposit,
  type OutsideKind,
  readBalance,
  readTotals,
  transferOutside,
} from './ledger.ts'

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

async function account(): Promise<string> {
  const id = randomUUID()
  await pool.query('INSERT INTO account (id, name) VALUES ($1, $2)', [id, 'Test'])
  await createBalance(pool, id)
  return id
}
const move = (accountId: string, kind: OutsideKind, micros: number, reference: string = randomUUID()) =>
  transferOutside(pool, kind, { accountId, amountMicros: BigInt(micros), note: 'test', reference })
/** As a release leaves it, before anybody has collected it: the entry and the balance together. */
async function givenBack(accountId: string, micros: number): Promise<void> {
  await pool.query('UPDATE balance SET available_micros = $2 WHERE account_id = $1', [accountId, micros])
  await pool.query(
    `INSERT INTO ledger_entry (account_id, kind, debit_book, credit_book, amount_micros) VALUES ($1, 'deposit', 'external', 'available', $2)`,
    [accountId, micros],
  )
}
const stateOf = async (accountId: string) => {
  const { availableMicros, owedMicros } = await readBalance(pool, accountId)
  return [Number(availableMicros), Number(owedMicros)]
}
const entriesOf = async (accountId: string) => {
  const { rows } = await pool.query(
    'SELECT kind, amount_micros::int AS amount FROM ledger_entry WHERE account_id = $1 ORDER BY id',
    [accountId],
  )
  return rows.map(({ kind, amount }) => [kind, amount])
}

test('a hold takes what came in while it waited for the balance', async () => {
  const id = await account()
  await move(id, 'deposit', 100)
  const connection = await pool.connect()
  await connection.query('BEGIN')
  const coming = { accountId: id, amountMicros: 10_000n, note: 'test', reference: 'coming' }
  await transferOutside(connection, 'deposit', coming)
  const hold = pool.query(
    `WITH ${holdSql({ prices: '$1::bigint[]', accountId: '$2::uuid', jobId: '$3::uuid', apiKeyId: 'NULL::uuid', isFree: 'false' })} SELECT hold FROM funds`,
    [[4_000], id, randomUUID()],
  )
  await untilBlocked(pool)
  await connection.query('COMMIT')
  connection.release()
  expect((await hold).rows).toEqual([{ hold: 4_000n }])
  expect(await readBalance(pool, id)).toEqual({ availableMicros: 6_100n, heldMicros: 4_000n, owedMicros: 0n })
  await pool.query(`WITH job AS (SELECT account_id, job_id AS id, 0 AS cost_micros, amount_micros AS hold_micros,
      created_at, NULL::uuid[] AS spend_limits
    FROM ledger_entry WHERE account_id = '${id}' AND kind = 'hold'), ${giveBackSql('job')} SELECT 1`)
  expect(await stateOf(id)).toEqual([10_100, 0])
})

describe('money that goes back outside', () => {
  afterAll(async () => {
    const faults = await auditLedger(pool)
    // The hold above is of a job that nobody made.
    expect(faults.filter(({ what }) => what !== 'an entry names a job that does not exist')).toEqual([])
  })

  test('is taken from the balance where the balance covers it', async () => {
    const id = await account()
    await move(id, 'deposit', 1_000)
    await move(id, 'refund', 400)
    expect(await stateOf(id)).toEqual([600, 0])
    expect(await entriesOf(id)).toEqual([
      ['deposit', 1_000],
      ['refund', 400],
      ['repayment', 400],
    ])
  })

  test('is owed where it was spent, and the next deposits repay it', async () => {
    const id = await account()
    await move(id, 'deposit', 300)
    await move(id, 'dispute', 1_000)
    expect(await stateOf(id)).toEqual([0, 700])
    await move(id, 'deposit', 500)
    expect(await stateOf(id)).toEqual([0, 200])
    await move(id, 'reinstatement', 1_000)
    expect(await stateOf(id)).toEqual([800, 0])
  })

  test('moves once for its reference, also when a hundred try at once', async () => {
    const id = await account()
    await move(id, 'deposit', 1_000)
    const results = await Promise.all(Array.from({ length: 100 }, () => move(id, 'refund', 600, 're_1')))
    expect(results.filter((result) => result === 'made')).toHaveLength(1)
    expect(await stateOf(id)).toEqual([400, 0])
  })

  test('is repaid from what jobs give back later', async () => {
    const id = await account()
    await move(id, 'refund', 500)
    await givenBack(id, 200)
    expect(await collectOwed(pool)).toBe(1)
    expect(await stateOf(id)).toEqual([0, 300])
    expect(await collectOwed(pool)).toBe(0)
  })

  test('is repaid from what jobs gave back and from the next deposit together', async () => {
    const id = await account()
    await move(id, 'refund', 500)
    await givenBack(id, 200)
    await move(id, 'deposit', 100)
    expect(await stateOf(id)).toEqual([0, 200])
    expect((await entriesOf(id)).at(-1)).toEqual(['repayment', 300])
  })

  test('is repaid from what jobs gave back and from what goes back as well, as far as it goes', async () => {
    const id = await account()
    await move(id, 'refund', 500)
    await givenBack(id, 800)
    await move(id, 'dispute', 200)
    expect(await stateOf(id)).toEqual([100, 0])
    expect((await entriesOf(id)).at(-1)).toEqual(['repayment', 700])
  })

  test('is collected from every account that can repay, no more than it owes, and no more than it has', async () => {
    const [more, less, none, owesNothing] = [
      await account(),
      await account(),
      await account(),
      await account(),
    ]
    for (const id of [more, less, none]) await move(id, 'refund', 500)
    await givenBack(more, 600)
    await givenBack(less, 499)
    await givenBack(owesNothing, 50)
    expect(await collectOwed(pool)).toBe(2)
    const states = await Promise.all([more, less, none, owesNothing].map(stateOf))
    expect(states).toEqual([
      [100, 0],
      [0, 1],
      [0, 500],
      [50, 0],
    ])
    expect((await readTotals(pool, more)).transactions).toBe(1)
  })

  test('tells when there is no such account, also when another one has such a reference', async () => {
    const id = await account()
    await move(id, 'refund', 5, 're_2')
    expect(await move(randomUUID(), 'refund', 5)).toBe('no balance')
    expect(await move(randomUUID(), 'refund', 5, 're_2')).toBe('no balance')
    await expect(deposit(pool, randomUUID(), 5n, 'test')).rejects.toThrow('has no balance')
  })

  test('moves once for a reference, whatever amount is told then, and its transaction goes on', async () => {
    const [id, other] = [await account(), await account()]
    for (const each of [id, other]) expect(await move(each, 'refund', 100, 're_3')).toBe('made')
    await transaction(pool, async (sql) => {
      const again = { accountId: id, amountMicros: 900n, note: 'test', reference: 're_3' }
      expect(await transferOutside(sql, 'refund', again)).toBe('made before')
      expect(await transferOutside(sql, 'deposit', { ...again, reference: 'd_3' })).toBe('made')
    })
    await deposit(pool, id, 50n, 'test', 'd_3')
    expect([await stateOf(id), await stateOf(other)]).toEqual([
      [800, 0],
      [0, 100],
    ])
  })

  test('is told of what Postgres refuses', async () => {
    const huge = { accountId: await account(), amountMicros: 2n ** 63n, note: 'test', reference: 'huge' }
    await expect(transferOutside(pool, 'deposit', huge)).rejects.toThrow('out of range')
  })

  test('leaves no balance below zero and loses nothing, whatever the order, all at once', async () => {
    const kinds = fc.constantFrom<OutsideKind>('deposit', 'refund', 'dispute', 'reinstatement')
    const moves = fc.array(fc.tuple(kinds, fc.integer({ min: 1, max: 1_000 })), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(moves, async (list) => {
        const id = await account()
        await Promise.all(list.map(([kind, micros]) => move(id, kind, micros)))
        const sum = list.reduce(
          (total, [kind, micros]) =>
            total + (kind === 'deposit' || kind === 'reinstatement' ? micros : -micros),
          0,
        )
        expect(await stateOf(id)).toEqual([Math.max(0, sum), Math.max(0, -sum)])
      }),
      { numRuns: 30 },
    )
  })
})
