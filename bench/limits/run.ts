import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createPool } from '@gleaner/db'
import { openAccount } from '@gleaner/devstack/testing/open-account'
import { freePort } from '@gleaner/local-servers/free-port'
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
for each request (medians of the rounds), and the time of the scripts in Redis. Then two gateways and one bucket of 10,000: how many
requests of a flood are let through.`

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
const UNKNOWN_JOB = '/jobs/00000000-0000-7000-8000-000000000000'

interface Asked {
  method: string
  path: string
  body?: string
}
/** A read that finds nothing, and a write that holds a place and is refused when its body is read: little work beside the limits. */
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
      'UPDATE account SET requests_per_minute = 1000000000, concurrent_requests = 100000 WHERE id = (SELECT account_id FROM api_key ORDER BY created_at DESC LIMIT 1)',
    )
    await compare({ limited, unlimited }, key, info.redis_url)
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

async function compare(gateways: Record<string, Gateway>, key: string, redisUrl: string): Promise<void> {
  const rows = []
  for (const asked of [READ, WRITE]) {
    const results = new Map(Object.keys(gateways).map((name) => [name, [] as Measured[]]))
    const before = await commandStats(redisUrl)
    for (let round = 0; round <= Number(values.rounds); round++) {
      for (const [name, gateway] of Object.entries(gateways)) {
        const measured = await measure(gateway, key, asked)
        if (round > 0) results.get(name)!.push(measured)
      }
    }
    const redis = await commandStats(redisUrl)
    for (const [name, measured] of results) {
      const of = (value: (one: Measured) => number) => short(median(measured.map(value)))
      rows.push([
        `${asked.method} ${asked.path.split('/')[1]}`,
        name,
        of(({ cpuMs }) => cpuMs),
        of(({ p50Ms }) => p50Ms),
        of(({ p95Ms }) => p95Ms),
        name === 'limited' ? short(redis.since(before, 'evalsha')) : '-',
      ])
    }
  }
  const header = ['request', 'gateway', 'CPU ms', 'p50 ms', 'p95 ms', 'script in Redis, µs']
  console.log(`${table(header, rows)}\n`)
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

/** Half as many again as the bucket holds, through both gateways, as fast as they go. */
async function flood(gateways: Gateway[], key: string): Promise<void> {
  const atOnce = pLimit(CONCURRENCY * gateways.length)
  const startedAt = performance.now()
  const statuses = await Promise.all(
    Array.from({ length: BUCKET * 1.5 }, (_, i) =>
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
