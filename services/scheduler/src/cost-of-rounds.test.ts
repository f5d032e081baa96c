import { closeAccount, eraseDeletedAccounts } from '@gleaner/account-deletion'
import { auditRound } from '@gleaner/billing'
import { createPool, type Pool, transaction, uuidOf } from '@gleaner/db'
import { silentLogger } from '@gleaner/runtime'
import { createTestDatabase, type TestDatabase } from '@gleaner/testkit'
import { allowAnyRow, insertRows } from '@gleaner/testkit/insert-rows'
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals'
import { PURGES } from './purges/purges.ts'

jest.setTimeout(300_000)

/** Rows of each big table that stay, in the smaller database and in the larger one. */
const SIZES = { small: 8_000, large: 32_000 }
const ACCOUNTS = 100
/** Rows of each that have expired, and rows of the account that is deleted. */
const FEW = 40
const DELETED = '00000000-0000-4000-8000-000000000000'

type Size = keyof typeof SIZES
const databases = {} as Record<Size, TestDatabase>
const pools = {} as Record<Size, Pool>
beforeAll(async () => {
  for (const size of ['small', 'large'] as const) {
    databases[size] = await createTestDatabase()
    await allowAnyRow(databases[size].url)
    // One connection, which knows what it has read.
    pools[size] = createPool({ url: databases[size].url, max: 1 })
    await fill(pools[size], SIZES[size])
  }
})
afterAll(async () => {
  for (const size of ['small', 'large'] as const) {
    await pools[size]?.end()
    await databases[size]?.close()
  }
})

/** An account of those that stay. */
const ACCOUNT = `('00000000-0000-4000-8000-' || lpad((1 + n % ${ACCOUNTS})::text, 12, '0'))::uuid`
const SECOND = 1_000
const DAY = 24 * 3600 * SECOND

/** The tables that grow with what callers ask for: what their rows have, by an account and a time in milliseconds ago (SQL). */
const TABLES: Record<string, (account: string, ago: string) => Record<string, string>> = {
  batch: (account, ago) => ({
    id: idAt(ago),
    account_id: account,
    created_at: at(ago),
    status: "'completed'",
    kind: "'crawl'",
    finished_at: at(ago),
  }),
  crawl: (account, ago) => ({
    id: idAt(ago),
    account_id: account,
    created_at: at(ago),
    phase: "'ended'",
    end_reason: "'exhausted'",
  }),
  crawl_page: (_, ago) => ({ crawl_id: idAt(ago), state: "'done'" }),
  job: (account, ago) => ({
    id: idAt(ago),
    account_id: account,
    created_at: at(ago),
    finished_at: at(ago),
    status: "'completed'",
    test: 'n % 10 = 0',
    hold_micros: '100',
    cost_micros: '100',
  }),
  job_page: (_, ago) => ({ job_id: idAt(ago), created_at: `${at(ago)} + interval '28 days'` }),
  ledger_entry: (account, ago) => ({
    account_id: account,
    job_id: idAt(ago),
    kind: "'hold'",
    debit_book: "'available'",
    credit_book: "'held'",
    amount_micros: '100',
    created_at: at(ago),
  }),
  idempotency_key: (account, ago) => ({
    account_id: account,
    job_id: 'gen_random_uuid()',
    created_at: `${at(ago)} + interval '29 days 12 hours'`,
  }),
  usage_quarter: (account, ago) => ({ account_id: account, starts_at: `${at(ago)} - interval '699 days'` }),
  usage_domain: (account) => ({ account_id: account, month: 'current_date' }),
  webhook_delivery: (account, ago) => ({
    account_id: account,
    created_at: at(ago),
    state: "'delivered'",
    ended_at: at(ago),
  }),
  login_session_event: (account, ago) => ({
    account_id: account,
    created_at: `${at(ago)} - interval '59 days'`,
    actor: "'system'",
    action: "'used_for_scrape'",
  }),
  search: (account, ago) => ({ account_id: account, created_at: at(ago) }),
  search_document: (account, ago) => ({
    account_id: account,
    fetched_at: `${at(ago)} + interval '29 days 12 hours'`,
  }),
  site_map: (account, ago) => ({
    account_id: account,
    created_at: `${at(ago)} + interval '29 days 12 hours'`,
  }),
  audit_entry: (account, ago) => ({
    account_id: account,
    actor: "'system'",
    created_at: `${at(ago)} - interval '699 days'`,
  }),
  // Deleted ones alone pile up.
  login_session: (account, ago) => ({
    account_id: account,
    status: "'inactive'",
    deleted_at: `${at(ago)} - interval '59 days'`,
  }),
  api_key: (account, ago) => ({ account_id: account, revoked_at: `${at(ago)} - interval '59 days'` }),
  payment_event: (_, ago) => ({ created_at: `${at(ago)} - interval '334 days'` }),
  oauth_code: (account, ago) => ({
    account_id: account,
    api_key_id: `CASE WHEN ${ago} < ${31 * DAY} THEN gen_random_uuid() END`,
  }),
}

const at = (ago: string) => `now() - (${ago}) * interval '1 millisecond'`
/** A UUID of version 7 of that time; the same for the rows of all tables that have the same `n`. */
const idAt = (ago: string) =>
  uuidOf(0)
    .replace(/ - 0\)/, ` - (${ago}))`)
    .replace("repeat('0', 20)", "lpad(n::text, 20, '0')")

/** What stays was made in the last 28 days, what has expired 40 days ago. */
async function fill(pool: Pool, rows: number): Promise<void> {
  const accounts = `('00000000-0000-4000-8000-' || lpad((n - 1)::text, 12, '0'))::uuid`
  await insertRows(
    pool,
    'account',
    { id: accounts, deleted_at: 'CASE WHEN n = 1 THEN now() END' },
    ACCOUNTS + 1,
  )
  await insertRows(pool, 'balance', { account_id: accounts }, ACCOUNTS + 1)
  for (const [table, values] of Object.entries(TABLES)) {
    const recent = `(n % 1000 + 1)::bigint * ${(28 * DAY) / 1000}`
    await insertRows(pool, table, values(ACCOUNT, recent), rows)
    const n = (values: Record<string, string>, from: number) =>
      Object.fromEntries(
        Object.entries(values).map(([column, sql]) => [column, sql.replaceAll(/\bn\b/g, `(n + ${from})`)]),
      )
    await insertRows(pool, table, n(values(ACCOUNT, `${40 * DAY}`), rows), FEW)
    await insertRows(pool, table, n(values(`'${DELETED}'::uuid`, recent), rows + FEW), FEW)
  }
  await pool.query('VACUUM ANALYZE')
}

/** Rows that statements of this connection have read, by table. */
async function readsOf(pool: Pool, work: () => Promise<unknown>): Promise<Record<string, number>> {
  const read = async () => {
    await pool.query('SELECT pg_stat_force_next_flush()')
    await pool.query('SELECT pg_stat_clear_snapshot()')
    const { rows } = await pool.query<{ name: string; read: number }>(
      `SELECT relname AS name, (seq_tup_read + COALESCE(idx_tup_fetch, 0))::int AS read FROM pg_stat_user_tables`,
    )
    return new Map(rows.map(({ name, read }) => [name, read]))
  }
  const before = await read()
  await work()
  const after = await read()
  return Object.fromEntries([...after].map(([name, count]) => [name, count - before.get(name)!]))
}

/** A slice's worth more, whichever plan finds it. */
const SLICE = 2_500

async function expectSameReads(work: (pool: Pool) => Promise<unknown>): Promise<void> {
  const small = await readsOf(pools.small, () => work(pools.small))
  const large = await readsOf(pools.large, () => work(pools.large))
  const grown = Object.keys(TABLES).filter((table) => large[table]! > small[table]! + SLICE)
  expect(Object.fromEntries(grown.map((table) => [table, [small[table], large[table]]]))).toEqual({})
}

test('a round of the audit reads as much of a database four times as large', async () => {
  const limits = { entries: 500, accounts: 20, jobs: 200, roundMs: 0, lagMs: 0 }
  await expectSameReads((pool) => auditRound(pool, limits))
  // Also where accounts have been compared before, and discrepancies are known.
  await expectSameReads((pool) => auditRound(pool, limits))
})

test.each(PURGES.map(({ name }) => name))('the purge %s reads as much of it', async (name) => {
  const { run } = PURGES.find((purge) => purge.name === name)!
  await expectSameReads((pool) => run(pool, Number.POSITIVE_INFINITY))
})

test('closing an account, within its request, reads as much of it', async () => {
  await expectSameReads((pool) => transaction(pool, (sql) => closeAccount({ sql } as never, DELETED)))
})

test('the erasure of an account reads as much of it, and leaves nothing', async () => {
  const pubSub = { publish: () => {} } as never
  const files = { delete: async () => {} }
  await expectSameReads((pool) =>
    eraseDeletedAccounts(
      { jobs: { pool, pubSub }, files, logger: silentLogger() },
      new AbortController().signal,
    ),
  )
  for (const table of ['job', 'batch', 'usage_quarter', 'webhook_delivery', 'login_session_event', 'search'])
    expect([
      table,
      (await pools.large.query(`SELECT FROM ${table} WHERE account_id = $1`, [DELETED])).rowCount,
    ]).toEqual([table, 0])
})
