/**
 * What an item of a batch costs while 100, 10,000 and 100,000 items wait: creation, admission, claim and settlement, in milliseconds an
 * item (median over rounds) and CPU milliseconds of Postgres and of this process. Rounds alternate between the three. Then one database
 * is emptied, and its admission timed by tenths: what ended before leaves dead entries at the head of the index.
 * `node bench/batch/queued.ts [rounds] [items that are emptied]`.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBalance, deposit } from '@gleaner/billing'
import { ScrapeRequest, uuidv7 } from '@gleaner/contracts'
import { createPool, type Pool } from '@gleaner/db'
import { migrate } from '@gleaner/db/migrate'
import {
  claimJob,
  completeJob,
  insertWaitingJobs,
  type JobsContext,
  makePlan,
  splitRequest,
} from '@gleaner/jobs'
import {
  type AdmissionMemory,
  admitAccount,
  createAdmissionMemory,
} from '@gleaner/jobs/admitting/admit-account'
import { readFleetLoad } from '@gleaner/jobs/admitting/fleet-load'
import { startRedis } from '@gleaner/local-servers/redis'
import { connectRedis, createProducer, createPubSub, endConnection, whenReady } from '@gleaner/queue'
import { createSecretBox, generateKey } from '@gleaner/security/secret-box'
import { describeMachine } from '../lib/machine.ts'
import { cpuMs } from '../lib/process-usage.ts'
import { median } from '../lib/statistics.ts'
import { short, table } from '../lib/table.ts'
import { startScratchPostgres } from '../usage/checkout.ts'

const [rounds = '9', emptied = '20000'] = process.argv.slice(2)
const SIZES = [100, 10_000, 100_000]
const ACCOUNTS = 10
const HOSTS = 10
const CONCURRENCY = 50
/** Items that an account's step admits. */
const STEP = 10
const AT_ONCE = 8
const BOUNDS = { step: STEP, perHost: 20 }

interface Side {
  waiting: number
  ctx: JobsContext
  pool: Pool
  accounts: string[]
  memories: Map<string, AdmissionMemory>
}

const postgres = await startScratchPostgres({ throwAway: false })
const folder = await mkdtemp(join(tmpdir(), 'gleaner-bench-redis-'))
const redis = await startRedis({ dir: folder, persistent: false })
const monitor = connectRedis(redis.url, 'worker', console.error)
await whenReady(monitor, 5_000)
const options = { redisUrl: redis.url, onError: console.error }
const common = {
  pubSub: createPubSub(options),
  producer: createProducer(options),
  secretBox: createSecretBox(generateKey('bench')),
  instanceId: '000',
}
await whenReady(monitor, 5_000)

/** A database with so many waiting items of ten accounts. */
async function openSide(waiting: number): Promise<Side> {
  const url = new URL(postgres.url)
  const admin = createPool({ url: postgres.url, max: 1 })
  url.pathname = `/waiting_${waiting}`
  await admin.query(`CREATE DATABASE waiting_${waiting}`)
  await admin.end()
  await migrate(url.href)
  const pool = createPool({ url: url.href, max: AT_ONCE, statementTimeoutMs: 120_000 })
  const side: Side = { waiting, ctx: { ...common, pool }, pool, accounts: [], memories: new Map() }
  for (let i = 0; i < ACCOUNTS; i++) {
    const id = uuidv7()
    await pool.query("INSERT INTO account (id, name, concurrent_requests) VALUES ($1, 'bench', $2)", [
      id,
      CONCURRENCY,
    ])
    await createBalance(pool, id)
    await deposit(pool, id, 1_000_000_000_000n, 'bench')
    side.accounts.push(id)
  }
  const each = waiting / ACCOUNTS
  for (const account of side.accounts)
    for (let left = each; left > 0; left -= 1_000) await createItems(side, account, Math.min(1_000, left))
  await pool.query('VACUUM ANALYZE')
  return side
}

/** A batch of one account, as its request makes it. */
async function createItems({ ctx, pool }: Side, accountId: string, items: number): Promise<void> {
  const batchId = uuidv7()
  const apiKeyId = accountId
  const jobs = Array.from({ length: items }, (_, i) => {
    const request = ScrapeRequest.parse({ url: `https://shop-${i % HOSTS}.example/page/${i}`, sync: false })
    const { spec, secrets } = splitRequest(request)
    const parts = { id: uuidv7(), accountId, apiKeyId, test: false, spec, secrets, plan: makePlan(spec) }
    return { ...parts, cacheKey: undefined, idempotency: undefined }
  })
  await pool.query(
    'INSERT INTO batch (id, account_id, api_key_id, estimated_micros, total) VALUES ($1, $2, $3, 0, $4)',
    [batchId, accountId, apiKeyId, items],
  )
  await insertWaitingJobs(pool, ctx.secretBox, batchId, jobs)
}

/** Admits the next items of every account; returns all that are under way. */
async function admit(side: Side): Promise<string[]> {
  const fleet = await readFleetLoad(side.pool, { all: 10_000, of: () => 10_000 })
  for (const account of side.accounts) {
    const memory = side.memories.get(account) ?? createAdmissionMemory()
    side.memories.set(account, memory)
    await admitAccount(side.ctx, account, memory, { fleet, ...BOUNDS })
  }
  const { rows } = await side.pool.query<{ id: string }>(
    'SELECT id FROM job WHERE finished_at IS NULL AND queued_at IS NOT NULL',
  )
  return rows.map(({ id }) => id)
}

async function forEach(ids: readonly string[], act: (id: string) => Promise<void>): Promise<void> {
  const left = [...ids]
  const worker = async () => {
    for (let id = left.pop(); id; id = left.pop()) await act(id)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

type Phase = 'creation' | 'admission' | 'claim' | 'settlement'
interface Cost {
  wallMs: number
  postgresMs: number
  nodeMs: number
}

async function round(side: Side): Promise<Record<Phase, Cost>> {
  const items = STEP * ACCOUNTS
  let ids: string[] = []
  const jobs = new Map<string, Extract<Awaited<ReturnType<typeof claimJob>>, { kind: 'claimed' }>['job']>()
  const costs = {
    creation: await timed(items, async () => {
      for (const account of side.accounts) await createItems(side, account, STEP)
    }),
    admission: await timed(items, async () => {
      ids = await admit(side)
    }),
    claim: await timed(items, () =>
      forEach(ids, async (id) => {
        const claim = await claimJob(side.ctx, id, '1')
        if (claim.kind !== 'claimed') throw new Error(claim.kind)
        jobs.set(id, claim.job)
      }),
    ),
    settlement: await timed(items, () =>
      forEach(ids, async (id) => {
        await completeJob(side.ctx, jobs.get(id)!, DELIVERY)
      }),
    ),
  }
  if (ids.length !== items) throw new Error(`${ids.length} items of ${items} were admitted`)
  await Promise.all(common.producer.queues().map((queue) => queue.drain(true)))
  return costs
}

const DELIVERY = {
  attempt: { tier: '1', result: 'delivered', durationMs: 10, startedAt: new Date().toISOString() },
  costMicros: 200,
  deliveredMode: 'html',
  statusCode: 200,
  sizeBytes: 1_000,
  page: JSON.stringify({ final_url: 'https://shop.example/', content: 'x'.repeat(1_000) }),
} as unknown as Parameters<typeof completeJob>[2]

async function timed(items: number, act: () => Promise<void>): Promise<Cost> {
  const before = {
    cpu: await cpuMs({ postgres: postgres.pid }),
    node: process.cpuUsage(),
    at: performance.now(),
  }
  await act()
  const node = process.cpuUsage(before.node)
  const wallMs = (performance.now() - before.at) / items
  const postgresMs = ((await cpuMs({ postgres: postgres.pid })).postgres! - before.cpu.postgres!) / items
  return { wallMs, postgresMs, nodeMs: (node.user + node.system) / 1_000 / items }
}

async function redisBytes(): Promise<number> {
  return Number(/used_memory:(\d+)/.exec(await monitor.info('memory'))![1])
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

const memoryBefore = await redisBytes()
const sides: Side[] = []
for (const size of SIZES) sides.push(await openSide(size))
const memoryWaiting = await redisBytes()
for (const side of sides) await round(side)
const measured = new Map(sides.map((side) => [side, [] as Record<Phase, Cost>[]]))
for (let i = 0; i < Number(rounds); i++) for (const side of sides) measured.get(side)!.push(await round(side))

console.log(`${describeMachine()}\n`)
console.log(
  table(
    ['step', 'waiting', 'ms an item', 'Postgres CPU ms', 'Node CPU ms'],
    (['creation', 'admission', 'claim', 'settlement'] as const).flatMap((phase) =>
      sides.map((side) => {
        const costs = measured.get(side)!.map((one) => one[phase])
        return [
          phase,
          side.waiting,
          short(median(costs.map(({ wallMs }) => wallMs))),
          short(mean(costs.map(({ postgresMs }) => postgresMs))),
          short(mean(costs.map(({ nodeMs }) => nodeMs))),
        ]
      }),
    ),
  ),
)
console.log(
  `\nRedis: ${short((memoryWaiting - memoryBefore) / SIZES.reduce((a, b) => a + b))} bytes an item that waits in Postgres`,
)

const last = sides.at(-1)!
const tenths: number[][] = Array.from({ length: 10 }, () => [])
const all = Number(emptied) / (STEP * ACCOUNTS)
for (let i = 0; i < all; i++) {
  let ids: string[] = []
  const { wallMs } = await timed(STEP * ACCOUNTS, async () => {
    ids = await admit(last)
  })
  tenths[Math.floor((i / all) * 10)]!.push(wallMs)
  // They end as if cancelled: what matters here is what they leave in the index.
  await last.pool.query(
    `UPDATE job SET status = 'failed', finished_at = now(), lease_until = NULL WHERE id = ANY($1)`,
    [ids],
  )
  if (i % 10 === 0) await Promise.all(common.producer.queues().map((queue) => queue.drain(true)))
}
console.log(
  `\nAdmission of ${emptied} items of ${last.waiting}, ms an item by tenths: ${tenths.map((one) => short(median(one))).join(' ')}`,
)
const { rows } = await last.pool.query(
  `SELECT relname, pg_size_pretty(pg_relation_size(oid)) AS size FROM pg_class WHERE relname IN ('job_waiting_lane_idx', 'job_under_way_idx', 'job_open_idx', 'job')`,
)
console.log(rows.map(({ relname, size }) => `${relname} ${size}`).join(', '))

for (const side of sides) await side.pool.end()
await Promise.all([common.producer.close(), common.pubSub.close()])
endConnection(monitor)
await Promise.all([redis.stop(), postgres.stop()])
await rm(folder, { recursive: true, force: true })
process.exit(0)
