/**
 * What it costs to deliver webhooks, and what a receiver that stalls costs the others: the webhook service in a process of its own, with
 * a Postgres and a Redis of its own and receivers on loopback; each delivery tells a result of 20 KB.
 * `node bench/batch/webhooks.ts [deliveries]`.
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startRedis } from '@gleaner/local-servers/redis'
import { cpuMs } from '../lib/process-usage.ts'
import { percentile } from '../lib/statistics.ts'
import { short, table } from '../lib/table.ts'
import { HERE, openCheckout, startScratchPostgres } from '../usage/checkout.ts'

const DELIVERIES = Number(process.argv[2] ?? 5_000)
const PAGE = JSON.stringify({ final_url: 'https://example.com/', content: 'x'.repeat(20_000) })
const JOBS = 100
/** Of the run that measures delays: so many a second, far from what one process can send. */
const PER_SECOND = 100
const SECONDS = 10

const checkout = await openCheckout(HERE)
const postgres = await startScratchPostgres({ throwAway: false })
await checkout.migrate(postgres.url)
const pool = checkout.db.createPool({ url: postgres.url, max: 4 })
const folder = await mkdtemp(join(tmpdir(), 'gleaner-bench-redis-'))
const redis = await startRedis({ dir: folder })
const key = checkout.secretBox.generateKey('bench')
const accounts = await Promise.all([1, 2].map(makeAccount))
const [accountId, other] = accounts as [string, string]
const jobIds = await makeJobs()

/** When deliveries were written, and when they arrived. */
const written = new Map<string, number>()
const arrived = new Map<string, number>()
const servers: Server[] = []
const receivers = await Promise.all(Array.from({ length: 50 }, () => startReceiver(true)))
const stalling = await startReceiver(false)

const service = spawn(process.execPath, [join(HERE, 'services/webhooks/src/main.ts')], {
  env: {
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    ENCRYPTION_KEYS: key,
    PUBLIC_URL: 'https://api.example.com',
    NODE_ENV: 'development',
    EGRESS_ALLOW: '127.0.0.0/8',
    OPS_PORT: '0',
    WEBHOOK_POLL: '100ms',
  },
  stdio: ['ignore', 'ignore', 'inherit'],
})
await deliverAll(accountId, receivers.slice(0, 1), 500)

const throughput = [
  ['one receiver', await measure(receivers.slice(0, 1))],
  ['fifty receivers', await measure(receivers)],
] as const
console.log(
  table(
    ['to', 'deliveries/s', 'webhook service CPU ms each', 'Postgres CPU ms each'],
    throughput.map(([name, row]) => [name, short(row.perSecond), short(row.service), short(row.postgres)]),
  ),
)

const alone = await delays()
await write(other, [stalling], 2_000)
await write(accountId, [stalling], 2_000)
await sleep(2_000)
const beside = await delays()
console.log(
  table(
    [`${PER_SECOND} deliveries a second to 50 receivers`, 'p50 ms', 'p95 ms', 'max ms'],
    [
      ['alone', ...alone.map(short)],
      ['beside a receiver that stalls, with 4,000 waiting for it', ...beside.map(short)],
    ],
  ),
)

service.kill('SIGKILL')
await once(service, 'exit')
for (const server of servers) server.closeAllConnections()
await pool.end()
await redis.stop()
await postgres.stop()
await rm(folder, { recursive: true, force: true })
process.exit(0)

async function makeAccount(): Promise<string> {
  const id = checkout.ids.uuidv7()
  // Its own limit, so that no rate of an account is felt.
  await pool.query("INSERT INTO account (id, name, requests_per_minute) VALUES ($1, 'bench', 1000000)", [id])
  await checkout.billing.createBalance(pool, id)
  await checkout.billing.deposit(pool, id, 1_000_000_000n, 'bench')
  return id
}

async function makeJobs(): Promise<string[]> {
  const { jobs, ids, secretBox } = checkout
  const ctx = { pool, secretBox: secretBox.createSecretBox(key) }
  const made: string[] = []
  for (let i = 0; i < JOBS; i++) {
    const { spec, secrets } = jobs.splitRequest(ids.ScrapeRequest.parse({ url: `https://example.com/${i}` }))
    const id = ids.uuidv7()
    const owner = { accountId, apiKeyId: ids.uuidv7(), test: false }
    const job = { id, ...owner, spec, secrets, plan: jobs.makePlan(spec) }
    await jobs.createJob(ctx, { ...job, cacheKey: undefined, idempotency: undefined })
    const claim = await jobs.claimJob(ctx as never, id, '1')
    if (claim.kind !== 'claimed') throw new Error(claim.kind)
    const attempt = { tier: '1', result: 'delivered', durationMs: 100 } as never
    const page = { page: PAGE, statusCode: 200, sizeBytes: 5, deliveredMode: 'html' } as const
    await jobs.completeJob(ctx, claim.job, { attempt, costMicros: 200, ...page })
    made.push(id)
  }
  return made
}

/** Its address. One that stalls takes what it is sent and says nothing. */
async function startReceiver(answers: boolean): Promise<string> {
  const server = createServer((request, response) => {
    request.resume()
    request.once('end', () => {
      arrived.set(String(request.headers['webhook-id']).replace('msg_', ''), performance.now())
      if (answers) response.writeHead(204).end()
    })
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Writes deliveries as the statement that ends a job does. */
async function write(account: string, hosts: readonly string[], count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  const now = performance.now()
  for (const id of ids) written.set(id, now)
  const host = (index: number) => hosts[index % hosts.length]!
  await pool.query(
    `INSERT INTO webhook_delivery (id, account_id, job_id, event, url, host, next_attempt_at)
     SELECT id, $1, job_id, 'job.completed', 'http://' || host || '/hook', host, now() FROM unnest($2::uuid[], $3::uuid[], $4::text[]) AS d(id, job_id, host)`,
    [account, ids, ids.map((_, index) => jobIds[index % JOBS]), ids.map((_, index) => host(index))],
  )
  return ids
}

async function untilArrived(ids: readonly string[]): Promise<void> {
  while (!ids.every((id) => arrived.has(id))) await sleep(10)
}

async function deliverAll(account: string, hosts: readonly string[], count: number): Promise<void> {
  await untilArrived(await write(account, hosts, count))
}

/** CPU milliseconds each, and how many a second. */
async function measure(hosts: readonly string[]) {
  const processes = { postgres: postgres.pid, service: service.pid! }
  const before = await cpuMs(processes)
  const startedAt = performance.now()
  await deliverAll(accountId, hosts, DELIVERIES)
  const seconds = (performance.now() - startedAt) / 1_000
  const after = await cpuMs(processes)
  const used = (name: keyof typeof processes) => (after[name]! - before[name]!) / DELIVERIES
  return { perSecond: DELIVERIES / seconds, service: used('service'), postgres: used('postgres') }
}

/** From writing to arrival: p50, p95 and the longest, in milliseconds. */
async function delays(): Promise<number[]> {
  const ids: string[] = []
  const every = 5
  for (let i = 0; i < PER_SECOND * SECONDS; i += every) {
    const from = (i * 7) % receivers.length
    ids.push(...(await write(accountId, receivers.slice(from, from + every), every)))
    await sleep((1_000 * every) / PER_SECOND)
  }
  await untilArrived(ids)
  const all = ids.map((id) => arrived.get(id)! - written.get(id)!)
  return [percentile(all, 50), percentile(all, 95), Math.max(...all)]
}
