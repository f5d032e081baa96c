import { randomUUID } from 'node:crypto'
import { createPool, type Pool, transaction } from '@gleaner/db'
import { createTestDatabase, type TestDatabase } from '@gleaner/testkit/database'
import { insertRows } from '@gleaner/testkit/insert-rows'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { auditLedger, auditRound } from '../audit/audit-ledger.ts'
import { chargeCall } from '../calls/settle-call.ts'
import { giveBackSql, holdSql } from '../hold-and-capture.ts'
import { createBalance, type OutsideKind, readTotals, transferOutside } from '../ledger.ts'
import { listTransactions } from '../list-transactions.ts'
import { type EntryKind, FOLDED_KINDS, TRANSFERS } from '../transfer-sql.ts'
import { foldLedger } from './fold-ledger.ts'

let database: TestDatabase
let pool: Pool
let accounts: string[]
/** Written once, which takes a thousand statements; each test begins with copies. */
const WRITTEN = ['job', 'balance', 'ledger_entry']
beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool({ url: database.url, onError: () => {} })
  accounts = [await threeYears(), await threeYears()]
  // Old jobs are gone, as they are after 31 days.
  await past(
    `DELETE FROM job USING ledger_entry AS e WHERE e.job_id = job.id AND e.created_at < now() - interval '31 days'`,
  )
  for (const table of WRITTEN) await past(`CREATE TABLE written_${table} AS TABLE ${table}`)
})
beforeEach(async () => {
  await past(
    'TRUNCATE job, ledger_entry, balance, ledger_checkpoint, ledger_audit, ledger_discrepancy CASCADE',
  )
  for (const table of WRITTEN) await past(`INSERT INTO ${table} SELECT * FROM written_${table}`)
})
afterAll(async () => {
  await pool.end()
  await database.close()
})

const MONTHS = 36
const OUTSIDE = { deposit: 50_000n, refund: 1_000n, dispute: 2_000n, reinstatement: 500n }
const OUTSIDE_KINDS = Object.keys(OUTSIDE) as OutsideKind[]
const FOREVER = Number.POSITIVE_INFINITY
const fold = (slice = 7) => foldLedger(slice).run(pool, FOREVER)

/** Past the triggers: time, and those who tamper. */
async function past(sql: string, values: unknown[] = []): Promise<number | null> {
  const connection = await pool.connect()
  try {
    await connection.query("SET session_replication_role = 'replica'")
    return (await connection.query(sql, values)).rowCount
  } finally {
    connection.release(true)
  }
}

const referenceOf = (kind: OutsideKind, month: number) => `${kind}_${month}`
const move = (accountId: string, kind: OutsideKind, month: number) =>
  transferOutside(pool, kind, {
    accountId,
    amountMicros: OUTSIDE[kind],
    note: kind,
    reference: referenceOf(kind, month),
  })

/** One job that costs 40 of the 100 that were held for it. */
async function runJob(accountId: string): Promise<void> {
  const job = randomUUID()
  await insertRows(pool, 'job', {
    id: `'${job}'`,
    account_id: `'${accountId}'`,
    status: "'completed'",
    finished_at: 'now()',
    hold_micros: '100',
    cost_micros: '40',
  })
  await pool.query(
    `WITH ${holdSql({ prices: '$1::bigint[]', accountId: '$2::uuid', jobId: '$3::uuid', apiKeyId: 'NULL::uuid', isFree: 'true' })} SELECT`,
    [[100], accountId, job],
  )
  await pool.query(`
    WITH job AS (
      SELECT '${accountId}'::uuid AS account_id, '${job}'::uuid AS id, 40::bigint AS cost_micros, 100::bigint AS hold_micros,
             now() AS created_at, NULL::uuid[] AS spend_limits
    ), ${giveBackSql('job')} SELECT`)
}

const charge = (accountId: string) =>
  transaction(pool, (sql) => chargeCall(sql, { id: randomUUID(), accountId, apiKeyId: null, kind: 'map' }))

/** An account with entries of every kind in each of its months, the last of which is this one. */
async function threeYears(): Promise<string> {
  const id = randomUUID()
  await pool.query('INSERT INTO account (id, name) VALUES ($1, $2)', [id, 'Test'])
  await createBalance(pool, id)
  for (let ago = MONTHS - 1; ago >= 0; ago--) {
    const { rows } = await pool.query<{ last: bigint }>(
      'SELECT COALESCE(max(id), 0) AS last FROM ledger_entry',
    )
    for (const kind of OUTSIDE_KINDS) await move(id, kind, ago)
    await runJob(id)
    await runJob(id)
    await charge(id)
    await charge(id)
    await past(
      `UPDATE ledger_entry SET created_at = date_trunc('month', now(), 'UTC') - $2 * interval '1 month' WHERE id > $1`,
      [rows[0]!.last, ago],
    )
  }
  return id
}

interface Row {
  id: bigint
  kind: EntryKind
  entries: number | null
  ago: number
}

async function entries(accountId: string): Promise<Row[]> {
  const { rows } = await pool.query<Row>(
    `SELECT id, kind, folded_entries AS entries,
            (extract(year FROM age) * 12 + extract(month FROM age))::int AS ago
     FROM (SELECT *, age(date_trunc('month', now() AT TIME ZONE 'UTC'), date_trunc('month', created_at AT TIME ZONE 'UTC')) FROM ledger_entry) AS e
     WHERE account_id = $1 ORDER BY id`,
    [accountId],
  )
  return rows
}

/** What must be the same before and after: the sums of every ledger account and kind, by month, and the balances. */
async function books() {
  const { rows: sums } = await pool.query(`
    SELECT account_id, date_trunc('month', created_at, 'UTC') AS month, kind, debit_book, credit_book, sum(amount_micros) AS sum,
           sum(COALESCE(folded_entries, 1)) AS entries
    FROM ledger_entry GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5`)
  const { rows: balances } = await pool.query(
    'SELECT account_id, available_micros, held_micros, owed_micros, revenue_micros FROM balance ORDER BY 1',
  )
  return { sums, balances }
}

const faults = () => auditLedger(pool)

test('months that are older than 13 are folded into one entry for each kind, and nothing else is', async () => {
  const [before, old] = [await books(), await entries(accounts[0]!)]
  expect(new Set(old.map(({ kind }) => kind))).toEqual(new Set(Object.keys(TRANSFERS)))
  expect(await faults()).toEqual([])
  const { rows, isDone } = await fold()
  const isFolded = ({ kind, ago }: Row) => FOLDED_KINDS.includes(kind) && ago > 13
  expect([rows, isDone]).toEqual([2 * old.filter(isFolded).length, true])
  const left = await entries(accounts[0]!)
  const groups = new Set(old.filter(isFolded).map(({ kind, ago }) => `${kind} ${ago}`))
  expect(
    left
      .filter(isFolded)
      .map(({ kind, ago }) => `${kind} ${ago}`)
      .sort(),
  ).toEqual([...groups].sort())
  expect(left.filter((entry) => !isFolded(entry))).toEqual(old.filter((entry) => !isFolded(entry)))
  expect(left.every((entry) => isFolded(entry) === (entry.entries !== null))).toBe(true)
  expect(await books()).toEqual(before)
  expect(await faults()).toEqual([])
  expect(await fold()).toEqual({ rows: 0, isDone: true })
})

test('an entry says what the account had after it, and the list counts what it shows', async () => {
  const id = accounts[0]!
  const list = async () => await listTransactions(pool, id, { limit: 1_000, offset: 0 })
  const before = new Map((await list()).transactions.map((entry) => [entry.id, entry]))
  await fold()
  const { transactions, total } = await list()
  expect([transactions.length, (await readTotals(pool, id)).transactions]).toEqual([total, total])
  for (const entry of transactions)
    expect([entry.id, entry.balance_after_credits]).toEqual([
      entry.id,
      before.get(entry.id)!.balance_after_credits,
    ])
  expect(transactions.at(-1)).toMatchObject({ kind: 'deposit', note: 'deposit' })
  const notes = transactions.slice(-6).flatMap(({ kind, note }) => (kind === 'charge' ? note : []))
  expect(notes).toEqual([
    expect.stringMatching(/^2 charges for calls of \d{4}-\d\d$/),
    expect.stringMatching(/^2 charges for jobs of \d{4}-\d\d$/),
  ])
  const charges = await listTransactions(pool, id, { limit: 1_000, offset: 0, kind: 'charge' })
  expect(charges.transactions).toHaveLength(charges.total)
})

test('a payment that is told again after its month was folded moves nothing', async () => {
  await fold()
  const before = await books()
  for (const id of accounts)
    for (let ago = 0; ago < MONTHS; ago++)
      for (const kind of OUTSIDE_KINDS) expect(await move(id, kind, ago)).toBe('made before')
  expect(await books()).toEqual(before)
})

/** A pool whose connections die right after (`done`) or instead of the n-th statement. */
function dyingAt(statement: number, done: boolean): { pool: Pool; statements: () => number } {
  let count = 0
  const connect = async () => {
    const connection = await pool.connect()
    const query = async (...args: [string, unknown[]]) => {
      if (++count !== statement) return await connection.query(...args)
      const { rows } = await connection.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      if (done) await connection.query(...args)
      await pool.query('SELECT pg_terminate_backend($1)', [rows[0]!.pid])
      return await connection.query('SELECT 1')
    }
    return { query, release: (error?: boolean) => connection.release(error) }
  }
  return { pool: { connect } as never, statements: () => count }
}

test('broken off at any statement, before or after it, the books are in order, and the next one goes on', async () => {
  const before = await books()
  const whole = dyingAt(0, false)
  let statement = 1
  // One slice: each of its statements, until one run ends without dying.
  for (const done of [false, true])
    for (statement = 1; statement <= 6; statement++) {
      const dying = dyingAt(statement, done)
      await expect(foldLedger(40).run(dying.pool, 0)).rejects.toThrow()
      expect(await books()).toEqual(before)
      expect(await faults()).toEqual([])
    }
  await foldLedger(40).run(whole.pool, 0)
  expect(whole.statements()).toBe(statement - 1)
  await fold()
  expect(await books()).toEqual(before)
  expect(await faults()).toEqual([])
})

test('two processes fold at once, while money moves and the audit walks in small turns', async () => {
  const other = createPool({ url: database.url })
  const before = await books()
  const audited: unknown[] = []
  let isOver = false
  const audit = (async () => {
    while (!isOver) {
      const report = await auditRound(pool, { entries: 30, accounts: 1, lagMs: 0 })
      audited.push(...(report?.discrepancies ?? []))
    }
  })()
  const runs = [pool, other].map(async (one) => {
    for (;;) {
      const { rows, isDone } = await foldLedger(3).run(one, 0)
      if (isDone && rows === 0) return
    }
  })
  const charges = (async () => {
    for (let i = 0; i < 20; i++) await charge(accounts[i % 2]!)
  })()
  await Promise.all([...runs, charges]).finally(() => {
    isOver = true
  })
  await audit
  await other.end()
  await fold()
  expect(audited).toEqual([])
  const after = await books()
  const old = (all: typeof before) => all.sums.filter(({ month }) => month < before.sums.at(-1)!.month)
  expect(old(after)).toEqual(old(before))
  expect(await faults()).toEqual([])
  expect(await fold()).toEqual({ rows: 0, isDone: true })
})

test.each([1, 2, 5, 50])(
  'a walk of %i entries a turn that is amid what is folded begins the account again',
  async (turn) => {
    for (let turns = 0; turns < 10; turns++) {
      await auditRound(pool, { entries: turn, accounts: 1, lagMs: 0 })
      await foldLedger(5).run(pool, 0)
    }
    await fold()
    for (let turns = 0; turns < 3; turns++) {
      const report = await auditRound(pool, { entries: 1_000, lagMs: 0 })
      expect(report!.discrepancies).toEqual([])
    }
  },
)

test('a checkpoint amid what was folded since counts for nothing, one behind it goes on to count', async () => {
  const checkpoints = async () => {
    const { rows } = await pool.query<{ isAmid: boolean }>(
      `SELECT c.entry_id < (SELECT max(id) FROM ledger_entry AS e
         WHERE e.account_id = c.account_id AND created_at < now() - interval '15 months') AS "isAmid" FROM ledger_checkpoint AS c`,
    )
    return rows.map(({ isAmid }) => isAmid)
  }
  await auditRound(pool, { entries: 1, accounts: 2, roundMs: 0, lagMs: 0 })
  expect(await checkpoints()).toEqual([true, true])
  await fold()
  const { discrepancies } = (await auditRound(pool, { entries: 10_000, accounts: 2, lagMs: 0 }))!
  expect(discrepancies).toEqual([])
  expect(await checkpoints()).toEqual([false, false])
})

describe('who tampers', () => {
  const HISTORY = 'the running balance differs from the sum of all entries from the first one on'
  const FORM = 'a folded entry is none that a fold makes'
  const TRANSFER = 'an entry moves money in a way that its kind does not'

  test.each<[string, string, string]>([
    ['another amount', 'amount_micros = amount_micros + 1', HISTORY],
    ['no job and no month', 'folded_month = NULL', FORM],
    ['another month', "folded_month = folded_month - interval '1 month'", FORM],
    ['no entries', 'folded_entries = 0', FORM],
    ['another transfer', "credit_book = 'external'", TRANSFER],
  ])('with a folded entry is found: %s', async (_, change, what) => {
    await fold()
    expect(await faults()).toEqual([])
    const { id } = (await entries(accounts[1]!)).find(
      ({ kind, entries: n }) => kind === 'capture' && n !== null,
    )!
    expect(await past(`UPDATE ledger_entry SET ${change} WHERE id = $1`, [id])).toBe(1)
    expect((await faults()).map((fault) => fault.what)).toContain(what)
    await past('DELETE FROM ledger_entry WHERE id = $1', [id])
    expect((await faults()).map((fault) => fault.what)).toContain(HISTORY)
  })

  test('with an entry that is not folded yet keeps the account from being folded', async () => {
    const [id, other] = accounts as [string, string]
    const { id: entry } = (await entries(id)).find(({ kind }) => kind === 'capture')!
    await past('UPDATE ledger_entry SET amount_micros = amount_micros + 1 WHERE id = $1', [entry])
    expect((await faults()).map(({ accountId }) => accountId)).toContain(id)
    await pool.query('DELETE FROM ledger_discrepancy WHERE account_id = $1', [other])
    const before = await entries(id)
    await fold()
    expect(await entries(id)).toEqual(before)
    expect((await entries(other)).some(({ entries: n }) => n !== null)).toBe(true)
  })

  test.each([
    ['any entry', ''],
    ['a payment, as a fold', "kind = 'deposit'"],
    ['a young entry, as a fold', "created_at > now() - interval '11 months'"],
    ["another account's, as a fold", 'account_id <> $1'],
  ])('by deleting %s is refused', async (_, condition) => {
    const deletion = transaction(pool, async (sql) => {
      if (condition) await sql.query("SELECT set_config('gleaner.folds', $1, true)", [accounts[0]])
      await sql.query(
        `DELETE FROM ledger_entry WHERE ${condition.replace('$1', `'${accounts[0]}'`) || 'true'}`,
      )
    })
    await expect(deletion).rejects.toThrow('append only')
  })
})
