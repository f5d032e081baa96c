import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createPool } from '@gleaner/db'
import { openAccount } from '@gleaner/devstack/testing/open-account'
import { freePort } from '@gleaner/local-servers/free-port'
import { connectRedis, whenReady } from '@gleaner/queue'
import { createRateLimits } from '@gleaner/rate-limits'
import pLimit from 'p-limit'
import { request } from '../lib/api.ts'
import { describeMachine } from '../lib/machine.ts'
import { type Stack, withStack } from '../lib/stack.ts'
import { startGateway } from '../lib/start-gateway.ts'
import { median, percentile } from '../lib/statistics.ts'
import { short, table } from '../lib/table.ts'
import { commandStats } from './command-stats.ts'

const USAGE = `node bench/limits/run.ts [--home <.gleaner folder of a running stack>] [--rounds 15] [--requests 1000]

What limits cost: two gateways that differ only in whether they ask for limits, in turns; processor time of the gateway and latency
for each request, and their difference (medians of the rounds). Then the limits alone, and their script's time in Redis. Then two
gateways and one bucket of 10,000: how many requests of a flood are let through.`

const { values } = parseArgs({
  options: {
    home: { type: 'string' },
    rounds: { type: 'string', default: '15' },
    requests: { type: 'string', default: '1000' },
    help: { type: 'boolean' },
  },
})
if (values.help) {
  console.log(USAGE)
  process.exit(0)
}

const CONCURRENCY = 8
const BUCKET = 10_000
const ADMISSIONS = 5_000
const PLENTY = { requestsPerMinute: 1_000_000_000, concurrency: 100_000 }
const UNKNOWN_JOB = '/jobs/00000000-0000-7000-8000-000000000000'

interface Asked {
  method: string
  path: string
  body?: string
}
/** A read that finds nothing, and a write that holds a slot and is refused when its body is read: little work beside the limits. */
const READ: Asked = { method: 'GET', path: UNKNOWN_JOB }
const WRITE: Asked = { method: 'POST', path: '/scrape', body: '{}' }

interface Gateway {
  process: ChildProcess
  api: string
}

await withStack({ home: values.home }, async (stack) => {
  const info = await stack.info()
  const db = createPool({ url: info.database_url, max: 2 })
  const [limited, unlimited] = await Promise.all([start(stack), start(stack, { LIMITS: 'off' })])
  const other = await start(stack)
  try {
    console.log(`${describeMachine()}\n`)
    const key = await openAccount(db)
    await db.query(
      'UPDATE account SET requests_per_minute = $1, concurrent_requests = $2 WHERE id = (SELECT account_id FROM api_key ORDER BY created_at DESC LIMIT 1)',
      [PLENTY.requestsPerMinute, PLENTY.concurrency],
    )
    await compare({ limited, unlimited }, key)
    await admitAlone(info.redis_url)
    await flood([limited, other], await openAccount(db))
  } finally {
    for (const gateway of [limited, unlimited, other]) gateway.process.disconnect()
    await db.end()
  }
})

async function start(stack: Stack, env: Record<string, string> = {}): Promise<Gateway> {
  const port = await freePort()
  const process = await startGateway(join(import.meta.dirname, 'gateway-child.ts'), stack, port, env)
  return { process, api: `http://127.0.0.1:${port}/api/v1` }
}

type Pair = Record<'limited' | 'unlimited', Gateway>

async function compare(gateways: Pair, key: string): Promise<void> {
  const rows = []
  for (const asked of [READ, WRITE]) {
    const rounds: Record<keyof Pair, Measured>[] = []
    for (let round = 0; round <= Number(values.rounds); round++) {
      // Whichever goes first finds the machine as the round before has left it.
      const names = round % 2 ? (['limited', 'unlimited'] as const) : (['unlimited', 'limited'] as const)
      const measured = []
      for (const name of names) measured.push([name, await measure(gateways[name], key, asked)] as const)
      if (round > 0) rounds.push(Object.fromEntries(measured) as (typeof rounds)[number])
    }
    for (const figure of ['cpuMs', 'p50Ms', 'p95Ms'] as const) {
      const of = (value: (round: (typeof rounds)[number]) => number) => short(median(rounds.map(value)))
      rows.push([
        `${asked.method} ${asked.path.split('/')[1]}`,
        figure,
        of(({ limited }) => limited[figure]),
        of(({ unlimited }) => unlimited[figure]),
        of(({ limited, unlimited }) => limited[figure] - unlimited[figure]),
      ])
    }
  }
  console.log(`${table(['request', 'figure', 'limited', 'unlimited', 'difference'], rows)}\n`)
}

/** The limits alone, from this process: what asking and giving back a slot costs here and in Redis. */
async function admitAlone(redisUrl: string): Promise<void> {
  const redis = connectRedis(redisUrl, 'request', () => {})
  await whenReady(redis, 5_000)
  const limits = createRateLimits(redis, { onChange: () => {} })
  const rows = []
  for (const takesSlot of [false, true]) {
    const demand = {
      accountId: 'bench',
      bucket: 'bench',
      limits: PLENTY,
      tokens: takesSlot ? 2 : 1,
      takesSlot,
    }
    const admit = async () => {
      const startedAt = performance.now()
      const admission = await limits.admit(demand)
      const took = performance.now() - startedAt
      if (admission.kind === 'admitted') admission.release()
      return took
    }
    for (let i = 0; i < ADMISSIONS; i++) await admit()
    const before = { stats: await commandStats(redisUrl), cpu: process.cpuUsage() }
    const times: number[] = []
    for (let i = 0; i < ADMISSIONS; i++) times.push(await admit())
    const cpu = process.cpuUsage(before.cpu)
    const stats = await commandStats(redisUrl)
    rows.push([
      takesSlot ? 'tokens and a slot' : 'tokens',
      short((cpu.user + cpu.system) / ADMISSIONS),
      short(median(times) * 1_000),
      short(percentile(times, 95) * 1_000),
      short(stats.since(before.stats, 'evalsha')),
    ])
  }
  limits.close()
  redis.disconnect()
  console.log(
    `${table(['admission', 'CPU µs', 'round trip p50 µs', 'p95 µs', 'script in Redis µs'], rows)}\n`,
  )
}

interface Measured {
  /** Processor time of the gateway for a request. */
  cpuMs: number
  p50Ms: number
  p95Ms: number
}

async function measure(gateway: Gateway, key: string, asked: Asked): Promise<Measured> {
  const requests = Number(values.requests)
  const atOnce = pLimit(CONCURRENCY)
  const before = await cpuMs(gateway)
  const times = await Promise.all(
    Array.from({ length: requests }, () =>
      atOnce(async () => {
        const startedAt = performance.now()
        await ask(gateway, key, asked)
        return performance.now() - startedAt
      }),
    ),
  )
  const used = (await cpuMs(gateway)) - before
  return { cpuMs: used / requests, p50Ms: median(times), p95Ms: percentile(times, 95) }
}

function ask({ api }: Gateway, key: string, { method, path, body }: Asked) {
  return request(api + path, {
    method,
    headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body }),
  })
}

/** Twice what the bucket holds, through both gateways, as fast as they go. */
async function flood(gateways: Gateway[], key: string): Promise<void> {
  const atOnce = pLimit(CONCURRENCY * gateways.length)
  const startedAt = performance.now()
  const statuses = await Promise.all(
    Array.from({ length: BUCKET * 2 }, (_, i) =>
      atOnce(async () => (await ask(gateways[i % gateways.length]!, key, READ)).status),
    ),
  )
  const seconds = (performance.now() - startedAt) / 1_000
  const refilled = Math.floor((BUCKET / 60) * seconds)
  const passed = statuses.filter((status) => status === 404).length
  const refused = statuses.filter((status) => status === 429).length
  console.log(
    `Two gateways, one bucket of ${BUCKET}, ${statuses.length} reads in ${short(seconds)} s: ${passed} let through (at most ${BUCKET} + ${refilled} refilled meanwhile), ${refused} refused.`,
  )
}

async function cpuMs({ process }: Gateway): Promise<number> {
  process.send('cpu')
  const [ms] = await once(process, 'message')
  return ms
}
