/**
 * What claiming and completing jobs costs the database and the process that does it, here and in an older checkout: CPU milliseconds a job,
 * by how many are under way at once, in one account or ten. Rounds alternate between the two. Items of a batch (here alone) count there too
 * and are told to a webhook. `node bench/usage/settle.ts <older checkout> [jobs a round] [rounds]`.
 */
import { cpuMs } from '../lib/process-usage.ts'
import { median } from '../lib/statistics.ts'
import { short, table } from '../lib/table.ts'
import { type Checkout, HERE, openCheckout, startScratchPostgres } from './checkout.ts'

const [older, jobs = '640', rounds = '5'] = process.argv.slice(2)
if (!older) throw new Error('name a checkout to compare with')
const JOBS = Number(jobs)
const DEPOSIT = 1_000_000_000_000n
const ACCOUNTS = 10
const ACCEPTED_AT_ONCE = 8
/** A page of 20 KB, as the sample site's. */
const PAGE = JSON.stringify({
  content: Array.from({ length: 400 }, (_, i) => `Line ${i} of a "page" about item ${i * 7919}.`),
})

interface Case {
  atOnce: number
  accounts: number
  inBatch: boolean
}

const CASES: readonly Case[] = [false, true].flatMap((inBatch) =>
  [1, 64].flatMap((atOnce) => [1].map((accounts) => ({ atOnce, accounts, inBatch }))),
)

interface Side {
  name: string
  checkout: Checkout
  ctx: never
  pool: import('@gleaner/db').Pool
  postgresPid: number
  accountIds: readonly string[]
  stop(): Promise<void>
}

async function openSide(name: string, folder: string): Promise<Side> {
  const checkout = await openCheckout(folder)
  const postgres = await startScratchPostgres({ throwAway: false })
  await checkout.migrate(postgres.url)
  const pool = checkout.db.createPool({ url: postgres.url, max: 10, connectTimeoutMs: 60_000 })
  const accountIds = Array.from({ length: ACCOUNTS }, () => checkout.ids.uuidv7())
  for (const accountId of accountIds) {
    await pool.query('INSERT INTO account (id, name) VALUES ($1, $2)', [accountId, name])
    await checkout.billing.createBalance(pool, accountId)
    await checkout.billing.deposit(pool, accountId, DEPOSIT, 'bench')
  }
  const secretBox = checkout.secretBox.createSecretBox(checkout.secretBox.generateKey('bench'))
  const stop = async () => {
    await pool.end()
    await postgres.stop()
  }
  const ctx = { pool, secretBox } as never
  return { name, checkout, ctx, pool, postgresPid: postgres.pid, accountIds, stop }
}

/** Accepts the jobs of a round; those of an account are the items of a batch, if they are to be. */
async function accept({ checkout, ctx, pool, accountIds }: Side, { accounts, inBatch }: Case) {
  const { jobs, ids } = checkout
  const apiKeyId = ids.uuidv7()
  const made = Array.from({ length: JOBS }, (_, index) => {
    const { spec, secrets } = jobs.splitRequest(
      ids.ScrapeRequest.parse({ url: `https://shop-${index % 50}.example/page/${index}`, sync: false }),
    )
    const accountId = accountIds[index % accounts]!
    const job = {
      id: ids.uuidv7(),
      accountId,
      apiKeyId,
      test: false,
      spec,
      secrets,
      plan: jobs.makePlan(spec),
    }
    return { ...job, cacheKey: undefined, idempotency: undefined }
  })
  await each(made, ACCEPTED_AT_ONCE, async (job) => void (await jobs.createJob(ctx, job)))
  if (!inBatch) return made
  for (const [accountId, items] of Map.groupBy(made, (job) => job.accountId)) {
    const batchId = ids.uuidv7()
    await pool.query(
      'INSERT INTO batch (id, account_id, total, estimated_micros, webhook_url) VALUES ($1, $2, $3, 0, $4)',
      [batchId, accountId, items.length, 'https://receiver.example/hook'],
    )
    await pool.query(
      `UPDATE job SET batch_id = $1, batch_index = item.position, webhook_url = 'https://receiver.example/hook'
       FROM unnest($2::uuid[]) WITH ORDINALITY AS item(id, position) WHERE job.id = item.id`,
      [batchId, items.map(({ id }) => id)],
    )
  }
  return made
}

interface Measured {
  postgres: number
  here: number
  perSecond: number
}

/** Claims and completes the jobs of a round. */
async function round(side: Side, one: Case): Promise<Measured> {
  const { jobs } = side.checkout
  const accepted = await accept(side, one)
  const processes = { postgres: side.postgresPid, here: process.pid }
  const before = await cpuMs(processes)
  const startedAt = performance.now()
  await each(accepted, one.atOnce, async ({ id }) => {
    const claim = await jobs.claimJob(side.ctx, id, '1')
    if (claim.kind !== 'claimed') throw new Error(claim.kind)
    const attempt = { tier: '1', result: 'delivered', durationMs: 100 } as never
    const page = { page: PAGE, statusCode: 200, sizeBytes: 5, deliveredMode: 'html' } as const
    const done = await jobs.completeJob(side.ctx, claim.job, { attempt, costMicros: 200, ...page })
    if (!done) throw new Error('not settled')
  })
  const seconds = (performance.now() - startedAt) / 1000
  const after = await cpuMs(processes)
  const used = (name: keyof typeof processes) => (after[name]! - before[name]!) / JOBS
  return { postgres: used('postgres'), here: used('here'), perSecond: JOBS / seconds }
}

async function each<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < items.length) await work(items[next++]!)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

const here = await openSide('here', HERE)
const sides = [await openSide('older', older), here]
const rows: string[][] = []
for (const one of CASES) {
  const compared = sides
  const results = new Map(compared.map((side) => [side.name, [] as Measured[]]))
  for (const side of compared) await round(side, one)
  for (let i = 0; i < Number(rounds); i++)
    for (const side of i % 2 ? compared : compared.toReversed())
      results.get(side.name)!.push(await round(side, one))
  for (const { name } of compared) {
    const of = (field: keyof Measured) => short(median(results.get(name)!.map((result) => result[field])))
    const kind = one.inBatch ? 'items of batches' : 'jobs'
    rows.push([
      kind,
      String(one.atOnce),
      String(one.accounts),
      name,
      of('postgres'),
      of('here'),
      of('perSecond'),
    ])
  }
}
console.log(
  table(
    ['what', 'at once', 'accounts', 'checkout', 'Postgres CPU ms a job', 'Node CPU ms a job', 'jobs/s'],
    rows,
  ),
)
for (const side of sides) await side.stop()
process.exit(0)
