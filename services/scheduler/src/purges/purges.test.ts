import { createPool, type Pool, uuidOf } from '@gleaner/db'
import { createTestDatabase, type TestDatabase } from '@gleaner/testkit'
import { allowAnyRow, insertRows } from '@gleaner/testkit/insert-rows'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { PURGES } from './purges.ts'

let database: TestDatabase
/** Inserts any row; the purges run as in production, with foreign keys. */
let pool: Pool
let purging: Pool
beforeAll(async () => {
  database = await createTestDatabase()
  await allowAnyRow(database.url)
  pool = createPool({ url: database.url, max: 1 })
  purging = createPool({
    url: database.url,
    max: 1,
    onConnect: async (sql) => void (await sql.query("SET session_replication_role = 'origin'")),
  })
})
beforeEach(async () => {
  const tables = new Set(Object.values(BOUNDS).map(({ table }) => table))
  await pool.query(
    `TRUNCATE ${[...tables, 'usage_domain', 'usage_day', 'crawl', 'crawl_page', 'crawl_findings'].join(', ')} CASCADE`,
  )
})
afterAll(async () => {
  await pool.end()
  await purging.end()
  await database.close()
})

const HOUR = 3600
const DAY = 24 * HOUR

interface Bound {
  table: string
  /** The column that says how old a row is, and for how many seconds it is kept by what docs/guides/operate.md says. */
  column: string
  keptSeconds: number
  /** What else a row has, by its age in seconds; SQL. */
  with?: (age: number) => Record<string, string>
  /** Whole days: a row is this much to either side of the bound. */
  step?: number
}

const id = (age: number) => uuidOf(age * 1_000)

/** Written out here, as the documents do: a purge whose bound is changed fails. */
const BOUNDS: Record<string, Bound> = {
  pages: { table: 'job_page', column: 'created_at', keptSeconds: 48 * HOUR },
  jobs: {
    table: 'job',
    column: 'created_at',
    keptSeconds: 31 * DAY,
    with: (age) => ({ id: id(age), status: "'completed'", finished_at: 'now()' }),
  },
  'idempotency-keys': {
    table: 'idempotency_key',
    column: 'created_at',
    keptSeconds: 24 * HOUR,
    with: () => ({ job_id: 'gen_random_uuid()' }),
  },
  'domain-memory': { table: 'domain_memory', column: 'day', keptSeconds: 30 * DAY, step: DAY },
  'search-documents': { table: 'search_document', column: 'fetched_at', keptSeconds: 24 * HOUR },
  'search-answers': {
    table: 'search',
    column: 'created_at',
    keptSeconds: 24 * HOUR,
    with: () => ({ answer: "'[]'" }),
  },
  searches: { table: 'search', column: 'created_at', keptSeconds: 31 * DAY },
  batches: {
    table: 'batch',
    column: 'created_at',
    keptSeconds: 31 * DAY,
    with: (age) => ({ id: id(age), status: "'completed'", finished_at: 'now()', rolled_up_at: 'now()' }),
  },
  'batch-days': { table: 'batch_day', column: 'day', keptSeconds: 91 * DAY, step: DAY },
  'batch-day-hosts': { table: 'batch_day_host', column: 'day', keptSeconds: 91 * DAY, step: DAY },
  'webhook-deliveries': {
    table: 'webhook_delivery',
    column: 'created_at',
    keptSeconds: 31 * DAY,
    with: () => ({ state: "'delivered'", ended_at: 'now()' }),
  },
  'alert-slots': { table: 'alert_slot', column: 'starts_at', keptSeconds: 3 * DAY },
  'alert-events': {
    table: 'alert_event',
    column: 'created_at',
    keptSeconds: 90 * DAY,
    with: () => ({ threshold: '1', delivery_ids: "'{}'" }),
  },
  'support-tickets': {
    table: 'support_ticket',
    column: 'updated_at',
    keptSeconds: 365 * DAY,
    with: () => ({ account_id: 'NULL', email: "'ann@example.com'" }),
  },
  'earlier-webhook-secrets': { table: 'earlier_webhook_secret', column: 'signs_until', keptSeconds: 0 },
  'manual-logins': { table: 'manual_login', column: 'created_at', keptSeconds: DAY },
  maps: { table: 'site_map', column: 'created_at', keptSeconds: 25 * HOUR },
  'archived-pages': { table: 'archived_page', column: 'kept_until', keptSeconds: 0 },
  'tracked-pages': { table: 'tracked_page', column: 'seen_at', keptSeconds: 90 * DAY },
  'schedule-runs': {
    table: 'schedule_run',
    column: 'due_at',
    keptSeconds: 31 * DAY,
    with: () => ({ state: "'completed'", trigger: "'schedule'", try_at: 'NULL', finished_at: 'now()' }),
  },
  'monitor-changes': {
    table: 'monitor_change',
    column: 'created_at',
    keptSeconds: 90 * DAY,
    with: () => ({ kind: "'new'" }),
  },
  'monitor-pictures': { table: 'monitor_picture', column: 'kept_until', keptSeconds: 0 },
  'monitor-values': { table: 'monitor_value', column: 'ended_at', keptSeconds: 90 * DAY },
  'monitor-versions': { table: 'monitor_chain', column: 'ended_at', keptSeconds: 90 * DAY },
  exports: {
    table: 'export_run',
    column: 'created_at',
    keptSeconds: 31 * DAY,
  },
  'model-answers': { table: 'llm_answer', column: 'created_at', keptSeconds: HOUR },
  'session-validations': { table: 'login_session_validation', column: 'ended_at', keptSeconds: HOUR },
  'session-uses': {
    table: 'login_session_event',
    column: 'created_at',
    keptSeconds: 90 * DAY,
    with: () => ({ actor: "'system'", action: "'used_for_scrape'" }),
  },
  'session-events': {
    table: 'login_session_event',
    column: 'created_at',
    keptSeconds: 365 * DAY,
    with: () => ({ actor: "'system'", action: "'shared'" }),
  },
  'deleted-sessions': {
    table: 'login_session',
    column: 'deleted_at',
    keptSeconds: 90 * DAY,
    with: () => ({ status: "'inactive'" }),
  },
  'oauth-codes': { table: 'oauth_code', column: 'expires_at', keptSeconds: 0 },
  'oauth-devices': { table: 'oauth_device', column: 'expires_at', keptSeconds: HOUR },
  'oauth-clients': { table: 'oauth_client', column: 'kept_until', keptSeconds: 0 },
  'sign-ins': { table: 'user_session', column: 'expires_at', keptSeconds: 0 },
  'sign-in-challenges': { table: 'sign_in_challenge', column: 'expires_at', keptSeconds: 0 },
  'email-changes': { table: 'email_change', column: 'expires_at', keptSeconds: 0 },
  'email-undos': { table: 'email_undo', column: 'expires_at', keptSeconds: 0 },
  registrations: { table: 'pending_registration', column: 'expires_at', keptSeconds: 0 },
  'revoked-keys': { table: 'api_key', column: 'revoked_at', keptSeconds: 90 * DAY },
  'expired-keys': { table: 'api_key', column: 'expires_at', keptSeconds: 90 * DAY },
  'payment-events': { table: 'payment_event', column: 'created_at', keptSeconds: 365 * DAY },
  'unpaid-checkouts': {
    table: 'checkout',
    column: 'created_at',
    keptSeconds: 90 * DAY,
    with: () => ({ status: "'failed'" }),
  },
  'service-beats': { table: 'service_beat', column: 'seen_at', keptSeconds: DAY },
  'site-hours': { table: 'site_hour', column: 'hour', keptSeconds: 14 * DAY },
  'discarded-letters': { table: 'discarded_letter', column: 'discarded_at', keptSeconds: 31 * DAY },
  'usage-quarters': { table: 'usage_quarter', column: 'starts_at', keptSeconds: 730 * DAY },
  'audit-entries': {
    table: 'audit_entry',
    column: 'created_at',
    // Two years: one of them may be a leap year.
    keptSeconds: 730.5 * DAY,
    step: DAY,
    with: () => ({ actor: "'system'" }),
  },
}

/** What rows that refer to others need, by their table; SQL. */
const REFERRING: Record<string, Record<string, string>> = {
  payment_reversal: { kind: "'refund'" },
  monitor_check: { judged_at: 'now()' },
}

/** Rows that keep what they refer to. */
const KEEPING = ['api_key', 'payment_reversal']

/** Those that go by something else than their age have tests of their own: below, and in packages/money/billing for the ledger. */
const OTHERS = [
  'emptied-archives',
  'crawl-findings',
  'crawl-pages',
  'usage-days',
  'usage-domains',
  'limits-of-ended-keys',
  'ledger-folds',
]

const purge = (name: string) =>
  PURGES.find((one) => one.name === name)!.run(purging, Number.POSITIVE_INFINITY)

async function insert(
  { table, column, with: more }: Bound,
  age: number,
  extra: Record<string, string> = {},
): Promise<void> {
  await insertRows(pool, table, { [column]: `now() - interval '${age} seconds'`, ...more?.(age), ...extra })
}

const count = async (table: string, condition = 'true') =>
  (await pool.query(`SELECT FROM ${table} WHERE ${condition}`)).rowCount

test('every purge is held to a bound', () => {
  expect(PURGES.map(({ name }) => name).sort()).toEqual([...Object.keys(BOUNDS), ...OTHERS].sort())
})

test.each(Object.entries(BOUNDS))(
  '%s: a row before the bound stays, one behind it goes',
  async (name, bound) => {
    const step = bound.step ?? 60
    await insert(bound, bound.keptSeconds - step)
    expect(await purge(name)).toEqual({ rows: 0, isDone: true })
    await insert(bound, bound.keptSeconds + step)
    expect(await purge(name)).toEqual({ rows: 1, isDone: true })
    const { column, table, keptSeconds } = bound
    const left = name === 'search-answers' ? 'answer IS NOT NULL' : 'true'
    const young = `${column} > now() - interval '${keptSeconds} seconds'`
    expect([await count(table, left), await count(table, `${left} AND ${young}`)]).toEqual([1, 1])
  },
)

test('a row that others refer to keeps none behind it', async () => {
  const { rows: references } = await pool.query<{ from: string; column: string; to: string; key: string }>(
    `SELECT conrelid::regclass::text AS "from", a.attname AS column, confrelid::regclass::text AS "to", f.attname AS key
     FROM pg_constraint JOIN pg_attribute AS a ON a.attrelid = conrelid AND a.attnum = conkey[1]
     JOIN pg_attribute AS f ON f.attrelid = confrelid AND f.attnum = confkey[1] WHERE contype = 'f'`,
  )
  let tried = 0
  for (const [name, bound] of Object.entries(BOUNDS))
    for (const { from, column, to, key } of references) {
      if (to !== bound.table) continue
      tried++
      const old = (more: number) => insert(bound, bound.keptSeconds + more * DAY)
      await old(3)
      await insertRows(pool, from, { ...REFERRING[from], [column]: `(SELECT ${key} FROM ${to})` })
      await old(2)
      const purged = await purge(name)
      expect([name, purged.isDone, purged.faults, await count(to)]).toEqual([
        name,
        true,
        undefined,
        KEEPING.includes(from) ? 1 : 0,
      ])
      await pool.query(`TRUNCATE ${from}, ${to} CASCADE`)
    }
  expect(tried).toBeGreaterThan(5)
})

test.each<[string, string, Record<string, string>]>([
  ['an open job', 'jobs', { status: "'pending'", finished_at: 'NULL' }],
  ['a batch that is not rolled up', 'batches', { rolled_up_at: 'NULL' }],
  [
    'a batch that has not ended',
    'batches',
    { finished_at: 'NULL', status: "'processing'", is_open: 'true', kind: "'crawl'" },
  ],
  ['a search without an answer', 'search-answers', { answer: 'NULL' }],
  ['another event than a use', 'session-uses', { action: "'shared'" }],
  ['a session that is not deleted', 'deleted-sessions', { deleted_at: 'NULL' }],
  ['a code that gave a key', 'oauth-codes', { api_key_id: 'gen_random_uuid()' }],
  ['a client of the operator', 'oauth-clients', { kept_until: 'NULL' }],
  ['a key that lives', 'revoked-keys', { revoked_at: 'NULL' }],
  ['a key without an end', 'expired-keys', { expires_at: 'NULL' }],
  ['a payment', 'unpaid-checkouts', { status: "'paid'", paid_at: 'now()' }],
  ['a run that goes on', 'schedule-runs', { state: "'running'", finished_at: 'NULL' }],
  ['a validation that is under way', 'session-validations', { ended_at: 'NULL' }],
])('%s stays however old it is', async (_, name, extra) => {
  const bound = BOUNDS[name]!
  await insert(bound, 2 * bound.keptSeconds + 10 * DAY, extra)
  expect(await purge(name)).toEqual({ rows: 0, isDone: true })
  expect(await count(bound.table)).toBe(1)
})

test('pages of an emptied archive go at once, and what came afterwards stays', async () => {
  const account = '00000000-0000-7000-8000-000000000001'
  await insertRows(pool, 'page_archive', { account_id: `'${account}'`, emptied_at: 'now()' })
  for (const fetched_at of ["now() - interval '1 hour'", "now() + interval '1 second'"])
    await insertRows(pool, 'archived_page', { account_id: `'${account}'`, fetched_at })
  await insertRows(pool, 'archived_page', { fetched_at: "now() - interval '1 hour'" })
  expect(await purge('emptied-archives')).toMatchObject({ rows: 1 })
  expect(await count('archived_page')).toBe(2)
})

test.each(['job', 'crawl_page'])('a batch with rows of %s that are left stays', async (table) => {
  await insert(BOUNDS.batches!, 40 * DAY)
  const column = table === 'job' ? 'batch_id' : 'crawl_id'
  const status: Record<string, string> =
    table === 'job' ? { status: "'failed'", batch_index: '0' } : { state: "'done'" }
  await insertRows(pool, table, { ...status, [column]: '(SELECT id FROM batch)' })
  expect((await purge('batches')).rows).toBe(0)
})

test('hosts are kept for this month and the last one', async () => {
  for (const months of [0, 1, 2, 13])
    await insertRows(pool, 'usage_domain', {
      month: `(date_trunc('month', now(), 'UTC') AT TIME ZONE 'UTC' - interval '${months} months')::date`,
    })
  expect((await purge('usage-domains')).rows).toBe(2)
  expect(await count('usage_domain', "month >= (now() - interval '62 days')::date")).toBe(2)
})

test('days of usage are kept for 100 days', async () => {
  for (const days of [0, 100, 101, 400])
    await insertRows(pool, 'usage_day', { day: `(now() AT TIME ZONE 'UTC')::date - ${days}` })
  expect((await purge('usage-days')).rows).toBe(2)
  expect(await count('usage_day', "day >= (now() AT TIME ZONE 'UTC')::date - 100")).toBe(2)
})

test('limits of keys that were revoked or are gone go, unless something is held; others stay', async () => {
  await pool.query('TRUNCATE spend_limit, api_key CASCADE')
  const key = (n: number) => `'00000000-0000-4000-8000-00000000000${n}'::uuid`
  await insertRows(pool, 'api_key', { id: key(1), revoked_at: 'NULL' })
  await insertRows(pool, 'api_key', { id: key(2), revoked_at: 'now()' })
  const limit = (owner: string, more = {}) =>
    insertRows(pool, 'spend_limit', { account_id: key(9), owner_id: owner, reset_period: "'daily'", ...more })
  for (const owner of [9, 1, 2, 3]) await limit(key(owner))
  await limit(key(4), { held_micros: '5' })
  expect(await purge('limits-of-ended-keys')).toEqual({ rows: 2, isDone: true })
  const { rows } = await pool.query('SELECT right(owner_id::text, 1) AS owner FROM spend_limit ORDER BY 1')
  expect(rows.map(({ owner }) => owner)).toEqual(['1', '4', '9'])
})

test('pages of a crawl go with its batch, once it has ended', async () => {
  for (const [age, phase] of [
    [30, 'ended'],
    [32, 'ended'],
    [32, 'running'],
  ] as const) {
    await insertRows(pool, 'crawl', {
      id: id(age * DAY),
      phase: `'${phase}'`,
      end_reason: phase === 'ended' ? "'exhausted'" : 'NULL',
    })
    await insertRows(
      pool,
      'crawl_page',
      {
        crawl_id: `(SELECT max(id::text)::uuid FROM crawl WHERE id NOT IN (SELECT crawl_id FROM crawl_page))`,
        state: "'done'",
      },
      1,
    )
  }
  expect((await purge('crawl-pages')).rows).toBe(1)
  expect(await count('crawl_page')).toBe(2)
})

test('findings go when their crawl has ended or is gone, those of one that runs stay', async () => {
  const crawls = { ended: 'ended', running: 'running', gone: undefined }
  for (const phase of Object.values(crawls)) {
    const crawl = phase ? '(SELECT max(id::text)::uuid FROM crawl)' : 'gen_random_uuid()'
    if (phase)
      await insertRows(pool, 'crawl', {
        id: uuidOf(phase === 'ended' ? 2_000 : 1_000),
        phase: `'${phase}'`,
        end_reason: phase === 'ended' ? "'exhausted'" : 'NULL',
      })
    await insertRows(pool, 'crawl_findings', { crawl_id: crawl }, 3)
  }
  // Each row of the crawl that is gone has a crawl of its own.
  expect((await purge('crawl-findings')).rows).toBe(6)
  expect(await count('crawl_findings', "crawl_id = (SELECT id FROM crawl WHERE phase = 'running')")).toBe(3)
})

test('more than a slice goes, and a purge whose time is over goes on at its next turn', async () => {
  await insertRows(pool, 'payment_event', { created_at: "now() - interval '2 years'", id: 'n::text' }, 2_500)
  const { run } = PURGES.find(({ name }) => name === 'payment-events')!
  expect(await run(purging, 0)).toEqual({ rows: 1_000, isDone: false })
  expect(await run(purging, Number.POSITIVE_INFINITY)).toEqual({ rows: 1_500, isDone: true })
})

test('rows that may not go yet do not keep those behind them', async () => {
  // Open jobs before any that has ended, more than a slice of them.
  await insertRows(
    pool,
    'job',
    {
      id: id(60 * DAY).replace("repeat('0', 20)", "lpad(n::text, 20, '0')"),
      status: "'pending'",
      created_at: "now() - interval '60 days'",
    },
    1_500,
  )
  await insert(BOUNDS.jobs!, 40 * DAY)
  expect(await purge('jobs')).toEqual({ rows: 1, isDone: true })
})
