/**
 * How long reports of usage take over ten million jobs and as many ledger entries: as an older checkout makes them, then, after the
 * migrations since, as this one does. Needs some 8 GB of disk while it runs.
 * `node bench/usage/reports.ts <older checkout, without roll-ups> [jobs]`.
 */
import { median } from '../lib/statistics.ts'
import { short, table } from '../lib/table.ts'
import { HERE, openCheckout, startScratchPostgres } from './checkout.ts'
import { FILL_JOBS, FILL_LEDGER } from './fill.ts'

const [older, jobs = '10000000'] = process.argv.slice(2)
if (!older) throw new Error('name a checkout to compare with')
const JOBS = Number(jobs)
const STEP = 1_000_000
const RUNS = 15
const HOUR_MS = 3_600_000
const RATE_LIMITS = { requests_per_minute: 0, current_usage: 0, reset_at: '' }

const [before, here] = [await openCheckout(older), await openCheckout(HERE)]
const postgres = await startScratchPostgres({ throwAway: true })
await before.migrate(postgres.url)
const pool = here.db.createPool({
  url: postgres.url,
  max: 4,
  connectTimeoutMs: HOUR_MS,
  statementTimeoutMs: HOUR_MS,
})
const accounts = Array.from({ length: 4 }, () => here.ids.uuidv7())
const [largest] = accounts as [string]

const seconds = async (what: string, work: () => Promise<unknown>) => {
  const startedAt = performance.now()
  await work()
  console.error(`${what}: ${short((performance.now() - startedAt) / 1000)} s`)
}

/** Milliseconds: the median after a run that is not counted, or of what takes long that of one run. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const first = await timeOf(work)
  if (first > 1_000) return first
  const times: number[] = []
  for (let i = 0; i < RUNS; i++) times.push(await timeOf(work))
  return median(times)
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

for (const id of accounts) {
  await pool.query('INSERT INTO account (id, name) VALUES ($1, $2)', [id, 'bench'])
  await before.billing.createBalance(pool, id)
  await before.billing.deposit(pool, id, 50_000_000n, 'bench')
}
await seconds(`${JOBS.toLocaleString('en')} jobs and entries`, async () => {
  for (let first = 1; first <= JOBS; first += STEP) {
    const range = [JOBS, accounts, first, Math.min(JOBS, first + STEP - 1)]
    await Promise.all([pool.query(FILL_JOBS, range), pool.query(FILL_LEDGER, range)])
  }
})
await seconds('statistics', () => pool.query('VACUUM ANALYZE job, ledger_entry'))

const now = new Date()
const DAY_MS = 24 * 3600_000
const account = { id: largest, enterprise: false }
const PERIODS = {
  'the current month': here.billing.usagePeriod({}, now),
  '30 days to the second': {
    start: new Date(now.getTime() - 29.9 * DAY_MS),
    end: new Date(now.getTime() - 60_000),
  },
  'a day in Nepal': here.billing.usagePeriod(
    { start_date: dayAgo(3, '+05:45'), end_date: dayAgo(2, '+05:45') },
    now,
  ),
}

function dayAgo(days: number, zone: string): string {
  return `${new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10)}T00:00:00${zone}`
}

interface OlderReport {
  reportUsage(...args: unknown[]): Promise<unknown>
}
const olderReport = before.jobs as unknown as OlderReport
const rows: (string | number)[][] = []
const olderTimes: Record<string, number> = {}
for (const [name, period] of Object.entries(PERIODS)) {
  olderTimes[name] = await timed(() => olderReport.reportUsage(pool, account, period, now))
}

await seconds('migrations since', () => here.migrate(postgres.url))
await seconds('statistics', () => pool.query('VACUUM ANALYZE'))

const { billing } = here
for (const [name, period] of Object.entries(PERIODS)) {
  const time = await timed(() => billing.reportUsage(pool, account, period, RATE_LIMITS, now))
  rows.push([`GET /usage, ${name}`, short(olderTimes[name]!), short(time)])
}
const page = { limit: 50, offset: 0 }
const reads: Record<string, () => Promise<unknown>> = {
  'GET /billing/usage': () => billing.summarizeUsage(pool, largest, now),
  'GET /billing/balance': () => billing.readTotals(pool, largest),
  'GET /billing/transactions': () => billing.listTransactions(pool, largest, page),
  '... 10,000 deep by offset': () => billing.listTransactions(pool, largest, { ...page, offset: 10_000 }),
  '... half-way by cursor': () =>
    billing.listTransactions(pool, largest, { ...page, cursor: `${Math.ceil(JOBS / 2)}` }),
  '... its deposits': () => billing.listTransactions(pool, largest, { ...page, kind: 'deposit' }),
}
for (const [name, read] of Object.entries(reads)) rows.push([name, '-', short(await timed(read))])
console.log(table(['of the account with 6 of 10 jobs', 'older, ms', 'here, ms'], rows))

const all = PERIODS['30 days to the second']
const { rows: plan } = await pool.query(
  `EXPLAIN (ANALYZE, BUFFERS, COSTS off, TIMING off) ${billing.COUNT_USAGE}`,
  [largest, all.start, all.end, all.start, new Date(all.start.getTime() + 60_000), all.end, all.end],
)
console.log(plan.map((row) => row['QUERY PLAN']).join('\n'))
const { rows: sizes } = await pool.query(
  `SELECT relname, reltuples::bigint AS rows, pg_size_pretty(pg_total_relation_size(oid)) AS size FROM pg_class
   WHERE relname IN ('job', 'ledger_entry', 'usage_quarter', 'usage_domain') ORDER BY relname`,
)
console.log(
  table(
    ['table', 'rows', 'size'],
    sizes.map(({ relname, rows, size }) => [relname, `${rows}`, size]),
  ),
)
await pool.end()
await postgres.stop()
process.exit(0)
