import { randomUUID } from 'node:crypto'
import { createPool, type Pool } from '@gleaner/db'
import { insertRows } from '@gleaner/testkit/insert-rows'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { readTotals } from '../ledger.ts'
import { type BillingFixture, createBillingFixture } from '../testing/fixture.ts'
import { type EntryKind, JOB_ENTRIES, TRANSFERS } from '../transfer-sql.ts'
import { foldLedger } from './fold-ledger.ts'

// When an account has its turn, and which of its entries are folded then.

let fixture: BillingFixture
/** Runs in another part of the world. */
let away: Pool
beforeAll(async () => {
  fixture = await createBillingFixture()
  away = createPool({
    url: fixture.url,
    onConnect: async (connection) => void (await connection.query("SET TimeZone = 'Pacific/Kiritimati'")),
  })
})
beforeEach(async () => {
  await fixture.pool.query("UPDATE balance SET fold_at = 'infinity'")
})
afterAll(async () => {
  await away.end()
  await fixture.close()
})

const fold = (slice = 1_000, pool = fixture.pool) => foldLedger(slice).run(pool, Number.POSITIVE_INFINITY)

/** First of the month (UTC) that is so many months from this one, in SQL. */
const month = (months: number) =>
  `((date_trunc('month', now() AT TIME ZONE 'UTC') + interval '${months} months') AT TIME ZONE 'UTC')`

/** Writes an entry down, as of a time (SQL); returns its id. */
async function entry(
  accountId: string,
  createdAt: string,
  { kind = 'fee' as EntryKind, jobId = randomUUID() as string, after = 0 } = {},
): Promise<bigint> {
  const { debit, credit } = TRANSFERS[kind]
  const { rows } = await fixture.pool.query<{ id: bigint }>(
    `INSERT INTO ledger_entry (account_id, job_id, kind, debit_book, credit_book, amount_micros, balance_after_micros, created_at)
     VALUES ($1, $2, $3, $4, $5, 1, $6, ${createdAt}) RETURNING id`,
    [accountId, JOB_ENTRIES.includes(kind) ? jobId : null, kind, debit, credit, after],
  )
  return rows[0]!.id
}

/** Entries as kind, month, how many one stands for, and what was there after it. */
async function entriesOf(accountId: string) {
  const { rows } = await fixture.pool.query(
    `SELECT kind, to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS at, folded_entries AS entries, amount_micros::int AS amount,
            balance_after_micros::int AS after
     FROM ledger_entry WHERE account_id = $1 ORDER BY id`,
    [accountId],
  )
  return rows.map((row) => Object.values(row))
}

async function turnOf(accountId: string, expectedAt: string) {
  const { rows } = await fixture.pool.query(
    `SELECT folded_through AS through, transactions::int, fold_at = ${expectedAt} AS "isNext" FROM balance WHERE account_id = $1`,
    [accountId],
  )
  return rows[0]
}

describe('of an account', () => {
  test('entries are folded that no payment names, by kind; the others stay', async () => {
    const id = await fixture.account()
    for (const kind of Object.keys(TRANSFERS) as EntryKind[])
      for (const after of [5, 7]) await entry(id, "'2020-05-03T00:00Z'", { kind, after })
    expect(await fold()).toEqual({ rows: 14, isDone: true })
    const entries = await entriesOf(id)
    const folded = entries.filter(([, , count]) => count !== null)
    const kinds = ['hold', 'capture', 'release', 'reserve', 'unreserve', 'fee', 'repayment']
    expect(folded).toEqual(kinds.map((kind) => [kind, '2020-05-03', 2, 2, 7]))
    expect(entries.filter(([, , count]) => count === null)).toHaveLength(8)
  })

  test('months are those of UTC, wherever it is done, and each is folded for itself', async () => {
    const id = await fixture.account()
    for (const [nth, time] of [
      '2020-01-31T23:30Z',
      '2020-02-01T00:00Z',
      '2020-02-29T23:59Z',
      '2020-03-01T00:00Z',
    ].entries())
      await entry(id, `'${time}'`, { after: nth })
    await fold(1_000, away)
    expect(await entriesOf(id)).toEqual([
      ['fee', '2020-01-31', 1, 1, 0],
      ['fee', '2020-02-29', 2, 2, 2],
      ['fee', '2020-03-01', 1, 1, 3],
    ])
  })

  test('the thirteen months before this one stay, from the very beginning of the first', async () => {
    const id = await fixture.account()
    const last = await entry(id, `${month(-13)} - interval '1 millisecond'`)
    await entry(id, month(-13))
    await entry(id, month(-12))
    expect(await fold(1_000, away)).toEqual({ rows: 1, isDone: true })
    expect((await entriesOf(id)).map(([, , count]) => count)).toEqual([1, null, null])
    // The next is due when it has been over for thirteen months: with the next month.
    expect(await turnOf(id, month(1))).toMatchObject({ through: last, isNext: true })
  })

  test.each([
    ['an account without entries', [], 14],
    ['one whose entries are all folded', [-20], 14],
    ['one whose first entry is too young', [-3, -1], 11],
    ['one whose next entry is too young', [-20, -5, 0], 9],
  ])('%s has its next turn when there is something to fold', async (_, months, next) => {
    const id = await fixture.account()
    for (const one of months) await entry(id, `${month(one)} + interval '1 hour'`)
    await fold(1_000, away)
    expect((await turnOf(id, month(next))).isNext).toBe(true)
  })

  test('slices of one month make one entry, which has its last balance, and the count of what is shown follows', async () => {
    const id = await fixture.account()
    for (const [nth, [kind, after]] of (
      [
        ['capture', 5],
        ['fee', 1],
        ['fee', 9],
        ['hold', 3],
        ['fee', 2],
        ['capture', 4],
      ] as const
    ).entries())
      await entry(id, `'2020-05-0${nth + 1}T00:00Z'`, { kind, after })
    await fixture.pool.query('UPDATE balance SET transactions = 5 WHERE account_id = $1', [id])
    expect(await fold(2)).toEqual({ rows: 6, isDone: true })
    expect(await entriesOf(id)).toEqual([
      ['hold', '2020-05-04', 1, 1, 3],
      ['fee', '2020-05-05', 3, 3, 2],
      ['capture', '2020-05-06', 2, 2, 4],
    ])
    expect((await readTotals(fixture.pool, id)).transactions).toBe(2)
  })

  test('entries of a job that is still there stay, and those after it are folded', async () => {
    const id = await fixture.account()
    const jobId = randomUUID()
    await insertRows(fixture.pool, 'job', {
      id: `'${jobId}'`,
      account_id: `'${id}'`,
      status: "'completed'",
      finished_at: 'now()',
    })
    await entry(id, "'2020-05-03T00:00Z'", { kind: 'hold', jobId })
    const last = await entry(id, "'2020-05-03T00:00Z'")
    await fold()
    expect((await entriesOf(id)).map(([kind, , count]) => [kind, count])).toEqual([
      ['hold', null],
      ['fee', 1],
    ])
    expect((await turnOf(id, 'now()')).through).toBe(last)
  })
})

test('the account that waits longest is first, and a run that is out of time leaves the others', async () => {
  const accounts = [await fixture.account(), await fixture.account(), await fixture.account()]
  for (const [nth, id] of accounts.entries()) {
    await entry(id, "'2020-05-03T00:00Z'")
    const due = [2, 3, 1][nth]
    await fixture.pool.query(
      "UPDATE balance SET fold_at = now() - $2 * interval '1 hour' WHERE account_id = $1",
      [id, due],
    )
  }
  const folded = async () =>
    await Promise.all(accounts.map(async (id) => (await entriesOf(id))[0]![2] !== null))
  expect(await foldLedger().run(fixture.pool, 0)).toEqual({ rows: 1, isDone: false })
  expect(await folded()).toEqual([false, true, false])
  expect(await foldLedger().run(fixture.pool, 0)).toEqual({ rows: 1, isDone: false })
  expect(await folded()).toEqual([true, true, false])
  expect(await fold()).toEqual({ rows: 1, isDone: true })
})

test('an account that is not due has no turn', async () => {
  const id = await fixture.account()
  await entry(id, "'2020-05-03T00:00Z'")
  await fixture.pool.query("UPDATE balance SET fold_at = now() + interval '1 hour' WHERE account_id = $1", [
    id,
  ])
  expect(await fold()).toEqual({ rows: 0, isDone: true })
})

test('one that the audit doubts is looked at again after a day', async () => {
  const id = await fixture.account()
  await entry(id, "'2020-05-03T00:00Z'")
  await fixture.pool.query(
    "INSERT INTO ledger_discrepancy (account_id, subject, what) VALUES ($1, 'x', 'y')",
    [id],
  )
  expect(await fold()).toEqual({ rows: 0, isDone: true })
  const { rows } = await fixture.pool.query(
    "SELECT fold_at > now() + interval '23 h' AND fold_at <= now() + interval '1 day' AS tomorrow FROM balance WHERE account_id = $1",
    [id],
  )
  expect(rows).toEqual([{ tomorrow: true }])
})

test('one whose entries cannot be folded is looked at again after a day, and keeps no other', async () => {
  const [broken, other] = [await fixture.account(), await fixture.account()]
  for (const account of [broken, other]) await entry(account, month(-20))
  await fixture.pool.query("UPDATE balance SET fold_at = now() - interval '2 days' WHERE account_id = $1", [
    broken,
  ])
  await fixture.pool.query("UPDATE balance SET fold_at = now() - interval '1 day' WHERE account_id = $1", [
    other,
  ])
  await fixture.pool.query(`
    CREATE FUNCTION break_it() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken'; END $$;
    CREATE TRIGGER break_it BEFORE UPDATE OR DELETE OR INSERT ON ledger_entry FOR EACH ROW EXECUTE FUNCTION break_it();
    CREATE OR REPLACE FUNCTION break_it() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF COALESCE(NEW.account_id, OLD.account_id) = '${broken}' THEN RAISE EXCEPTION 'broken'; END IF;
      RETURN COALESCE(NEW, OLD);
    END $$`)
  const { isDone, faults } = await fold()
  await fixture.pool.query('DROP TRIGGER break_it ON ledger_entry; DROP FUNCTION break_it()')
  expect([isDone, faults?.length, (await entriesOf(other))[0]?.[2]]).toEqual([true, 1, 1])
  const { rows } = await fixture.pool.query(
    "SELECT fold_at > now() + interval '23 hours' AS later FROM balance WHERE account_id = ANY($1)",
    [[broken]],
  )
  expect(rows).toEqual([{ later: true }])
})
