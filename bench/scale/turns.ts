/**
 * How long the scheduler's turns take over millions of kept jobs: a turn of the audit, the purges with nothing and with 10,000 jobs to do,
 * and the erasure of an account with 2,000 jobs. As this checkout does them, or an older one does.
 * `node bench/scale/turns.ts [jobs] [checkout]`. Needs some 2 GB of disk for 2 million jobs while it runs.
 */
import { loadFrom } from '../lib/load-from.ts'
import { short, table } from '../lib/table.ts'
import { HERE, openCheckout, startScratchPostgres } from '../usage/checkout.ts'

const [jobs = '2000000', folder = HERE] = process.argv.slice(2)
const JOBS = Number(jobs)
const STEP = 250_000
const HOUR_MS = 3_600_000
const DELETED = '00000000-0000-4000-8000-000000000000'

const load = (path: string) => loadFrom(folder, path)
const { migrate, db, billing } = await openCheckout(folder)
const postgres = await startScratchPostgres({ throwAway: true })
await migrate(postgres.url)
const pool = db.createPool({
  url: postgres.url,
  max: 4,
  connectTimeoutMs: HOUR_MS,
  statementTimeoutMs: HOUR_MS,
})

/** Jobs that hold and cost nothing: books without entries are in order. `$1`: milliseconds ago of the first, `$2`: of the last. */
const FILL = `
  INSERT INTO job (id, account_id, status, test, url, host, mode, spec, plan, tier, deadline_at, created_at, finished_at)
  SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || lpad(i::text, 20, '0'))::uuid,
         COALESCE($5::uuid, ('00000000-0000-4000-8000-' || lpad((1 + i % 1000)::text, 12, '0'))::uuid), 'completed', i % 50 = 0,
         'https://example.com/page/' || i, 'example.com', 'auto', '{"method":"GET"}', '{}', '1', at, at, at
  FROM (SELECT i, now() - ($1::float8 + ($2::float8 - $1::float8) * (i - $3::bigint)::float8 / ($4::bigint - $3::bigint)) * interval '1 millisecond' AS at
        FROM generate_series($3::bigint, $4::bigint) AS i) AS n`
const DAY = 24 * HOUR_MS
async function fill() {
  await pool.query(
    `INSERT INTO account (id, name, deleted_at)
     SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'x', CASE WHEN n = 0 THEN now() - interval '2 hours' END
     FROM generate_series(0, 1000) AS n`,
  )
  const { rows: accounts } = await pool.query<{ id: string }>('SELECT id FROM account')
  for (const { id } of accounts) await billing.createBalance(pool, id)
  for (let from = 1; from < JOBS; from += STEP) {
    await pool.query(FILL, [30 * DAY, DAY, from, Math.min(JOBS, from + STEP - 1), null])
    console.error(`${from + STEP - 1} jobs`)
  }
  await pool.query('VACUUM ANALYZE')
}

const rows: string[][] = []
async function time(what: string, work: () => Promise<unknown>) {
  const startedAt = performance.now()
  await work()
  rows.push([what, short(performance.now() - startedAt)])
}

const signal = new AbortController().signal
const context = {
  jobs: { pool, pubSub: { publish: () => {} } },
  files: { delete: async () => {} },
  logger: { warn() {}, error: console.error, info() {} },
}

/** The purges of jobs and batches, and the erasure, by either version's names. */
async function work() {
  const jobsModule = await load('jobs/src/purge.ts')
  const batches = await load('batches/src/purge-batches.ts')
  const deletion = await load('account-deletion/src/index.ts')
  const purge = async () => {
    if (!jobsModule.JOB_PURGES) {
      await jobsModule.purgeExpired(pool)
      await batches.purgeBatches(pool)
      return
    }
    for (const { run } of [...jobsModule.JOB_PURGES, ...batches.BATCH_PURGES])
      await run(pool, Number.POSITIVE_INFINITY)
  }
  return {
    purge,
    erase: () => deletion.eraseDeletedAccounts(context, signal),
    audit: (await load('billing/src/audit/audit-ledger.ts')).auditTurn,
  }
}

await fill()
const { purge, erase, audit } = await work()
await time('a turn of the audit', () => audit(pool))
await time('another one', () => audit(pool))
await time('the purges of jobs and batches, with nothing to do', purge)
await pool.query(FILL, [41 * DAY, 40 * DAY, 100_000_001, 100_010_000, null])
await time('the same, 10,000 jobs to delete', purge)
await pool.query(FILL, [2 * DAY, DAY, 200_000_001, 200_002_000, DELETED])
await time('the erasure of an account with 2,000 jobs', erase)
console.log(table(['what', 'ms'], rows))
await pool.end()
await postgres.stop()
