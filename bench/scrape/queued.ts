import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { LIMITS, ScrapeRequest, uuidv7 } from '@gleaner/contracts'
import { createPool, type Pool } from '@gleaner/db'
import type { DevInfo } from '@gleaner/devstack/dev-info'
import { openAccount } from '@gleaner/devstack/testing/open-account'
import { createJob, enqueueJob, makePlan, splitRequest } from '@gleaner/jobs'
import { connectRedis, createProducer, whenReady } from '@gleaner/queue'
import { createSecretBox, generateKey } from '@gleaner/security/secret-box'
import { describeMachine } from '../lib/machine.ts'
import { cpuDuring, dividedBy } from '../lib/process-usage.ts'
import { withStack } from '../lib/stack.ts'
import { sum } from '../lib/statistics.ts'
import { short, table } from '../lib/table.ts'

const FEW = 100
const WINDOW_MS = 10_000
const WARM_UP_MS = 5_000
const ACCEPTED_AT_ONCE = 8
const DRAIN_MS = 60_000
const BATCH = 10
/** Looking more often would be a load of its own. */
const LOOK_AGAIN_MS = 50

/** The fleet over one window of time. */
interface Measured {
  open: number
  perSecond: number
  cpu: Record<string, number>
}

/**
 * What a scrape with `sync: false` costs while 100 are queued, and while 100,000 are (`--jobs <n>`): pages a second and CPU milliseconds
 * by process, in windows of 10 s; and what each of the waiting ones takes of Redis. The jobs are accepted as the gateway accepts them,
 * without its HTTP. The stack is stopped with what is left.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { jobs: { type: 'string', default: '100000' } } })
  const many = Number(values.jobs)
  await withStack({ env: { EGRESS_ALLOW: '127.0.0.0/8' } }, async ({ info }) => {
    const fleet = await info()
    const pool = createPool({ url: fleet.database_url, max: ACCEPTED_AT_ONCE })
    const redis = connectRedis(fleet.redis_url, 'worker', console.error)
    const queue = await openQueue(fleet, pool)
    try {
      await whenReady(redis, 5_000)
      const redisBytes = async () => Number(/used_memory:(\d+)/.exec(await redis.info('memory'))![1])
      await keepQueued(queue, pool, FEW, WARM_UP_MS)
      const few = await measure(fleet, pool, () => keepQueued(queue, pool, FEW, WINDOW_MS))
      await untilNoneIsOpen(pool)
      const before = await redisBytes()
      await queue.add(many)
      const open = await countOpen(pool)
      const bytes = (await redisBytes()) - before
      const full = await measure(fleet, pool, () => sleep(WINDOW_MS))
      report([few, full], bytes / open)
    } finally {
      await queue.close()
      redis.disconnect()
      await pool.end()
    }
  })
}

async function openQueue(fleet: DevInfo, pool: Pool) {
  await openAccount(pool)
  const { rows } = await pool.query<{ account_id: string; id: string }>(
    'SELECT account_id, id FROM api_key ORDER BY created_at DESC LIMIT 1',
  )
  const { account_id: accountId, id: apiKeyId } = rows[0]!
  const producer = createProducer({ redisUrl: fleet.redis_url, onError: console.error })
  const secretBox = createSecretBox(generateKey('bench'))
  let made = 0

  async function addOne(): Promise<void> {
    const url = `${fleet.sample_site}/bench/20kb?queued-${made++}`
    const request = ScrapeRequest.parse({
      url,
      sync: false,
      timeout: LIMITS.timeoutSeconds.max,
      formats: ['markdown', 'json'],
    })
    const { spec, secrets } = splitRequest(request)
    const id = uuidv7()
    const parts = { id, accountId, apiKeyId, test: false, spec, secrets, plan: makePlan(spec) }
    await createJob({ pool, secretBox }, { ...parts, cacheKey: undefined, idempotency: undefined })
    const deadlineAt = new Date(Date.now() + LIMITS.timeoutSeconds.max * 1_000)
    await enqueueJob(
      producer,
      { id, accountId, url, test: false, deadlineAt, asksModel: false, batchId: null, line: null },
      '1',
    )
  }

  return {
    async add(count: number): Promise<void> {
      let left = count
      const worker = async () => {
        while (left-- > 0) await addOne()
      }
      await Promise.all(Array.from({ length: ACCEPTED_AT_ONCE }, worker))
    },
    close: () => producer.close(),
  }
}

type OpenQueue = Awaited<ReturnType<typeof openQueue>>

/** Adds as many as have ended, for so long. */
async function keepQueued(queue: OpenQueue, pool: Pool, count: number, ms: number): Promise<void> {
  const until = performance.now() + ms
  while (performance.now() < until) {
    const missing = count - (await countOpen(pool))
    if (missing >= BATCH) await queue.add(missing)
    else await sleep(LOOK_AGAIN_MS)
  }
}

async function countOpen(pool: Pool): Promise<number> {
  const { rows } = await pool.query('SELECT count(*)::int AS open FROM job WHERE finished_at IS NULL')
  return rows[0].open
}

async function untilNoneIsOpen(pool: Pool): Promise<void> {
  const deadline = Date.now() + DRAIN_MS
  while ((await countOpen(pool)) > 0) {
    if (Date.now() > deadline) throw new Error('the queued jobs do not end')
    await sleep(100)
  }
}

async function measure(fleet: DevInfo, pool: Pool, during: () => Promise<void>): Promise<Measured> {
  const { supervisor: _, ...pids } = fleet.pids
  const completed = async () =>
    (await pool.query("SELECT count(*)::int AS n FROM job WHERE status = 'completed'")).rows[0].n as number
  const [open, done] = [await countOpen(pool), await completed()]
  const { result: seconds, spentMs } = await cpuDuring(pids, async () => {
    const startedAt = performance.now()
    await during()
    return (performance.now() - startedAt) / 1_000
  })
  const pages = (await completed()) - done
  return { open, perSecond: pages / seconds, cpu: dividedBy(spentMs, pages) }
}

function report(lines: Measured[], bytesEach: number): void {
  const processes = Object.keys(lines[0]!.cpu)
  const total = ({ cpu }: Measured) => sum(Object.values(cpu))
  console.log(`${describeMachine()}\n`)
  console.log(
    table(
      ['queued', 'pages/s', 'CPU ms/page', ...processes],
      lines.map((line) => [
        line.open,
        short(line.perSecond),
        short(total(line)),
        ...processes.map((name) => short(line.cpu[name]!)),
      ]),
    ),
  )
  console.log(`\nRedis: ${short(bytesEach)} bytes for each that waits`)
}

await main()
