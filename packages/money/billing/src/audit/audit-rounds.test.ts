import { randomUUID } from 'node:crypto'
import { insertRows } from '@gleaner/testkit/insert-rows'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { deposit } from '../ledger.ts'
import { type BillingFixture, createBillingFixture } from '../testing/fixture.ts'
import { type AuditLimits, auditLedger, auditRound } from './audit-ledger.ts'

// How far one round of the audit comes, and where the next one goes on.

let fixture: BillingFixture
beforeAll(async () => {
  fixture = await createBillingFixture()
})
beforeEach(async () => {
  const connection = await fixture.pool.connect()
  await connection.query("SET session_replication_role = 'replica'")
  await connection.query(
    'TRUNCATE job, ledger_entry, balance, ledger_checkpoint, ledger_audit, ledger_discrepancy RESTART IDENTITY CASCADE',
  )
  connection.release(true)
})
afterAll(() => fixture.close())

const BALANCE = 'the running balance differs from the sum of the ledger entries'
const HISTORY = 'the running balance differs from the sum of all entries from the first one on'
const HELD = 'the money that is held is not what the open jobs hold'

const round = async (limits: Partial<AuditLimits> = {}) =>
  (await auditRound(fixture.pool, { lagMs: 0, ...limits }))!
const found = async (limits: Partial<AuditLimits> = {}) => {
  const { discrepancies } = await round(limits)
  return discrepancies.map(({ subject, what }) => [subject, what])
}
async function accounts(count: number, micros = 1_000): Promise<string[]> {
  const ids = []
  for (let nth = 0; nth < count; nth++) ids.push(await fixture.account(micros))
  return ids.sort()
}
const wrong = (id: string, by = 1) =>
  fixture.pool.query('UPDATE balance SET available_micros = available_micros + $2 WHERE account_id = $1', [
    id,
    by,
  ])

describe('new entries', () => {
  const read = async () =>
    (await fixture.pool.query("SELECT position ->> 'recentEntry' AS at FROM ledger_audit")).rows[0]
      .at as string

  test('are looked at once they are old enough, as some with lower ids may still be under way', async () => {
    await accounts(2)
    await round({ lagMs: 3_600_000 })
    expect(await read()).toBe('0')
    await round()
    expect(await read()).toBe('2')
    await round()
    expect(await read()).toBe('2')
  })

  test('are looked at slice by slice, and what is left when the time is over comes next', async () => {
    await accounts(5)
    await round({ entries: 2, roundMs: 0 })
    expect(await read()).toBe('2')
    await round({ entries: 2, roundMs: 60_000 })
    expect(await read()).toBe('5')
  })

  test('have their accounts and jobs compared at once, wherever the walks are', async () => {
    const small = { accounts: 1, jobs: 1, entries: 1 }
    const ids = await accounts(3)
    await wrong(ids[2]!)
    const job = randomUUID()
    for (const id of ['00000000-0000-0000-0000-000000000001', job])
      await insertRows(fixture.pool, 'job', {
        id: `'${id}'`,
        account_id: `'${ids[2]}'`,
        status: "'pending'",
        hold_micros: '0',
      })
    await fixture.pool.query(
      `INSERT INTO ledger_entry (account_id, job_id, kind, debit_book, credit_book, amount_micros) VALUES ($1, $2, 'hold', 'available', 'held', 7)`,
      [ids[2], job],
    )
    expect(await found(small)).toEqual(
      expect.arrayContaining([
        [ids[2], BALANCE],
        [job, 'the entry of a hold is missing, or differs from what the job holds'],
      ]),
    )
  })
})

describe('the walks', () => {
  test('go on where they were, and everything has passed when each has come to its end', async () => {
    await accounts(3)
    const small = { accounts: 2, entries: 2, jobs: 1 }
    expect((await round(small)).passedAt).toBeNull()
    const { passedAt, succeededAt } = await round(small)
    expect(passedAt).not.toBeNull()
    // They begin again, and have not passed again until their end.
    const third = await round(small)
    expect(third.passedAt).toEqual(passedAt)
    expect(third.succeededAt.getTime()).toBeGreaterThanOrEqual(succeededAt.getTime())
    expect((await round(small)).passedAt!.getTime()).toBeGreaterThan(passedAt!.getTime())
  })

  test('have not passed while one of them is under way, however often the others have ended', async () => {
    const ids = await accounts(1)
    for (let nth = 0; nth < 5; nth++) await deposit(fixture.pool, ids[0]!, 1n, 'test')
    const passed = []
    for (let nth = 0; nth < 4; nth++) passed.push((await round({ entries: 2 })).passedAt !== null)
    expect(passed).toEqual([false, false, false, true])
  })

  test('have passed when each has ended once, though none in the same round as another', async () => {
    const ids = await accounts(3)
    await insertRows(
      fixture.pool,
      'job',
      { account_id: `'${ids[0]}'`, status: "'pending'", hold_micros: '0' },
      2,
    )
    const passed = []
    for (let nth = 0; nth < 3; nth++) passed.push((await round({ accounts: 2, jobs: 1 })).passedAt !== null)
    expect(passed).toEqual([false, false, true])
  })

  test('find what is wrong with accounts that nothing is new in, one after the other', async () => {
    const ids = await accounts(3)
    await auditLedger(fixture.pool)
    await wrong(ids[1]!)
    const small = { accounts: 1, entries: 1 }
    const seen = []
    for (let nth = 0; nth < 3; nth++)
      seen.push((await found(small)).some(([id, what]) => id === ids[1] && what === BALANCE))
    expect(seen).toEqual([false, true, true])
  })

  test('count an account from its first entry on where a checkpoint does not agree', async () => {
    const ids = await accounts(2)
    await auditLedger(fixture.pool)
    await fixture.pool.query(
      'UPDATE ledger_checkpoint SET available_micros = available_micros + 5 WHERE account_id = $1',
      [ids[0]],
    )
    expect(await found({ entries: 1 })).toEqual([[ids[0], BALANCE]])
    expect(await found({ entries: 1 })).toEqual([])
  })
})

test('an entry that was altered behind a checkpoint is told by the walk over all of them alone, round after round', async () => {
  const ids = await accounts(2)
  await auditLedger(fixture.pool)
  const connection = await fixture.pool.connect()
  await connection.query("SET session_replication_role = 'replica'")
  await connection.query('UPDATE ledger_entry SET amount_micros = 1 WHERE account_id = $1', [ids[0]])
  connection.release(true)
  for (let nth = 0; nth < 3; nth++) expect(await found()).toEqual([[ids[0], HISTORY]])
})

test('a round that fails is told, and is no round that another process has taken', async () => {
  await expect(auditRound(fixture.pool, { entries: -1 })).rejects.toThrow('LIMIT must not be negative')
})

test('what is in order again is forgotten with the next round, wherever the walks are; the rest stays', async () => {
  const ids = await accounts(10)
  for (const id of [ids[8]!, ids[9]!]) await wrong(id)
  const known = await found()
  expect(new Set(known.map(([id, what]) => `${id} ${what}`))).toEqual(
    new Set([ids[8], ids[9]].flatMap((id) => [`${id} ${BALANCE}`, `${id} ${HISTORY}`])),
  )
  await wrong(ids[9]!, -1)
  const left = await found({ entries: 1, accounts: 4 })
  expect(left).toContainEqual([ids[8], BALANCE])
  expect(left).not.toContainEqual([ids[9], BALANCE])
})

test('an account with more entries than its share is compared when all of them are counted', async () => {
  const [id] = await accounts(1)
  await fixture.pool.query(
    `INSERT INTO ledger_entry (account_id, kind, debit_book, credit_book, amount_micros, reference)
     SELECT $1, 'deposit', 'external', 'available', 1, n::text FROM generate_series(1, 350) AS n`,
    [id],
  )
  await wrong(id!, 351)
  const seen = []
  for (let nth = 0; nth < 2; nth++)
    seen.push((await found({ entries: 100, roundMs: 0 })).map(([, what]) => what))
  expect(seen).toEqual([[], expect.arrayContaining([BALANCE])])
  await wrong(id!, -1)
  expect(await auditLedger(fixture.pool)).toEqual([])
})

test('money that is held is compared with open jobs and calls of the account, and no others', async () => {
  const [one, other] = (await accounts(2)) as [string, string]
  const job = (id: string, more: object) =>
    insertRows(fixture.pool, 'job', { account_id: `'${id}'`, status: "'pending'", hold_micros: '0', ...more })
  await job(one, {})
  await job(one, { status: "'completed'", finished_at: 'now()' })
  expect(await found()).toEqual([])
  await fixture.pool.query('UPDATE balance SET held_micros = 1 WHERE account_id = $1', [other])
  expect(await found()).toContainEqual([other, HELD])
})
