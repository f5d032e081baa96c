/**
 * What accepting, claiming and completing a job costs the database and the process that does it, here and in an older checkout: CPU
 * milliseconds a job, and jobs a second of one account with many at once. Rounds alternate between the two.
 * `node bench/usage/settle.ts <older checkout> [jobs a round] [rounds]`.
 */
import { cpuMs } from '../lib/process-usage.ts'
import { median } from '../lib/statistics.ts'
import { short, table } from '../lib/table.ts'
import { type Checkout, HERE, openCheckout, startScratchPostgres } from './checkout.ts'

const [older, jobs = '1000', rounds = '5'] = process.argv.slice(2)
if (!older) throw new Error('name a checkout to compare with')
const JOBS = Number(jobs)
const AT_ONCE = 16
const DEPOSIT = 1_000_000_000_000n

interface Side {
  name: string
  checkout: Checkout
  pool: import('@gleaner/db').Pool
  postgresPid: number
  accountId: string
  stop(): Promise<void>
}

async function openSide(name: string, folder: string): Promise<Side> {
  const checkout = await openCheckout(folder)
  const postgres = await startScratchPostgres({ throwAway: false })
  await checkout.migrate(postgres.url)
  const pool = checkout.db.createPool({ url: postgres.url, max: AT_ONCE })
  const accountId = checkout.ids.uuidv7()
  await pool.query('INSERT INTO account (id, name) VALUES ($1, $2)', [accountId, name])
  await checkout.billing.createBalance(pool, accountId)
  await checkout.billing.deposit(pool, accountId, DEPOSIT, 'bench')
  const stop = async () => {
    await pool.end()
    await postgres.stop()
  }
  return { name, checkout, pool, postgresPid: postgres.pid, accountId, stop }
}

/** CPU milliseconds a job, and jobs a second. */
async function round({ checkout, pool, postgresPid, accountId }: Side) {
  const { jobs, secretBox, ids } = checkout
  const ctx = { pool, secretBox: secretBox.createSecretBox(secretBox.generateKey('bench')) }
  const apiKeyId = ids.uuidv7()
  const oneJob = async (i: number) => {
    const request = ids.ScrapeRequest.parse({ url: `https://shop-${i % 50}.example/page/${i}` })
    const { spec, secrets } = jobs.splitRequest(request)
    const job = {
      id: ids.uuidv7(),
      accountId,
      apiKeyId,
      test: false,
      spec,
      secrets,
      plan: jobs.makePlan(spec),
    }
    await jobs.createJob(ctx, { ...job, cacheKey: undefined, idempotency: undefined })
    const claim = await jobs.claimJob(ctx as never, job.id, '1')
    if (claim.kind !== 'claimed') throw new Error(claim.kind)
    const attempt = { tier: '1', result: 'delivered', durationMs: 100 } as never
    const page = {
      page: '{"content":"hello"}',
      statusCode: 200,
      sizeBytes: 5,
      deliveredMode: 'html',
    } as const
    await jobs.completeJob(ctx, claim.job, { attempt, costMicros: 200, ...page })
  }
  const processes = { postgres: postgresPid, here: process.pid }
  const before = await cpuMs(processes)
  const startedAt = performance.now()
  let next = 0
  const worker = async () => {
    while (next < JOBS) await oneJob(next++)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  const seconds = (performance.now() - startedAt) / 1000
  const after = await cpuMs(processes)
  const used = (name: keyof typeof processes) => (after[name]! - before[name]!) / JOBS
  return { postgres: used('postgres'), here: used('here'), perSecond: JOBS / seconds }
}

const sides = [await openSide('older', older), await openSide('here', HERE)]
const results = new Map(sides.map((side) => [side.name, [] as Awaited<ReturnType<typeof round>>[]]))
for (const side of sides) await round(side)
for (let i = 0; i < Number(rounds); i++) {
  for (const side of i % 2 ? sides : sides.toReversed()) results.get(side.name)!.push(await round(side))
}
const of = (name: string, field: 'postgres' | 'here' | 'perSecond') =>
  short(median(results.get(name)!.map((result) => result[field])))
console.log(
  table(
    ['checkout', 'Postgres CPU ms a job', 'Node CPU ms a job', `jobs/s of one account, ${AT_ONCE} at once`],
    sides.map(({ name }) => [name, of(name, 'postgres'), of(name, 'here'), of(name, 'perSecond')]),
  ),
)
for (const side of sides) await side.stop()
process.exit(0)
