import { type Pool, uuidOf } from '@gleaner/db'
import { insertRows } from '@gleaner/testkit/insert-rows'

const ACCOUNTS = 100
/** Rows of each table that have expired, and rows of the account that is deleted. */
const FEW = 40
/** The account that was deleted. */
export const DELETED = '00000000-0000-4000-8000-000000000000'

/** An account of those that stay. */
const ACCOUNT = `('00000000-0000-4000-8000-' || lpad((1 + n % ${ACCOUNTS})::text, 12, '0'))::uuid`
const SECOND = 1_000
const DAY = 24 * 3600 * SECOND

/** The tables that grow with what callers ask for: what their rows have, by an account and a time in milliseconds ago (SQL). */
export const GROWING_TABLES: Record<string, (account: string, ago: string) => Record<string, string>> = {
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
  usage_day: (account, ago) => ({ account_id: account, day: `(${at(ago)})::date` }),
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

/** Fills every growing table with so many rows: what stays was made in the last 28 days, what has expired 40 days ago. Needs `allowAnyRow`. */
export async function fillDatabase(pool: Pool, rows: number): Promise<void> {
  const accounts = `('00000000-0000-4000-8000-' || lpad((n - 1)::text, 12, '0'))::uuid`
  await insertRows(
    pool,
    'account',
    { id: accounts, deleted_at: 'CASE WHEN n = 1 THEN now() END' },
    ACCOUNTS + 1,
  )
  await insertRows(pool, 'balance', { account_id: accounts }, ACCOUNTS + 1)
  for (const [table, values] of Object.entries(GROWING_TABLES)) {
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

/** Rows that the statements of a pool of one connection have read, by table. */
export async function readsOf(pool: Pool, work: () => Promise<unknown>): Promise<Record<string, number>> {
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
