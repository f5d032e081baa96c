import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createPool } from '@gleaner/db'
import type { DevInfo } from '@gleaner/devstack/dev-info'
import { costlyBodies } from '@gleaner/gateway/testing/costly/costly-bodies'
import { type CostlyRequest, costlyRequests } from '@gleaner/gateway/testing/costly-requests'
import { freePort } from '@gleaner/local-servers/free-port'
import type { Blocking } from '@gleaner/testkit/event-loop-blocking'
import { type Answer, request } from '../lib/api.ts'
import { withStack } from '../lib/stack.ts'
import { startGateway } from '../lib/start-gateway.ts'

const USAGE = `node bench/event-loop/run.ts [--home <.gleaner folder of a running stack>] [--rounds 3] [--seed 1] [--only <text>] [--all] [--catalogue <n>]

Starts a gateway in a process of its own beside a stack, sends it the costliest requests that it accepts in size, one
after the other, and tells the longest time that one turn of its event loop took, by category (--all: by request).
Round 0 warms up and is not counted. Every round varies the requests. --catalogue: every n-th of the bodies that are made of the endpoints'
declarations (1: all, which takes an hour), each sent once. Also tells the largest error reply.`

const { values } = parseArgs({
  options: {
    home: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    all: { type: 'boolean' },
    catalogue: { type: 'string' },
    help: { type: 'boolean' },
  },
})
if (values.help) {
  console.log(USAGE)
  process.exit(0)
}

interface Result extends Blocking {
  costly: CostlyRequest
  status: number
  bytes: number
}

await withStack({ home: values.home }, async (stack) => {
  const info = await stack.info()
  const port = await freePort()
  const gateway = await startGateway(join(import.meta.dirname, '../lib/gateway-child.ts'), stack, port)
  const results: Result[] = []
  const sender = await signIn(info)
  try {
    for (const [round, requests] of roundsOf(`${info.sample_site}/plain`).entries()) {
      for (const costly of requests) {
        if (values.only && !`${costly.category}: ${costly.name}`.includes(values.only)) continue
        const result = await measure(gateway, `http://127.0.0.1:${port}/api/v1`, sender, costly)
        if (round > 0) results.push(result)
      }
    }
  } finally {
    gateway.disconnect()
  }
  report(results)
})

/** The first warms up. */
function roundsOf(url: string): CostlyRequest[][] {
  const seedOf = (round: number) => Number(values.seed) * 1_000 + round
  const rounds = Array.from({ length: 1 + Number(values.rounds) }, (_, round) =>
    costlyRequests(url, seedOf(round)),
  )
  if (!values.catalogue) return rounds
  const part = costlyBodies().filter((_, at) => (at + Number(values.seed)) % Number(values.catalogue) === 0)
  return [rounds[0]!, part]
}

interface SenderHeaders {
  key: Record<string, string>
  user: Record<string, string>
}

/** With limits that nothing here meets. */
async function signIn(info: DevInfo): Promise<SenderHeaders> {
  const pool = createPool({ url: info.database_url, max: 1, connectTimeoutMs: 5_000 })
  await pool.query('UPDATE account SET requests_per_minute = 100000, concurrent_requests = 500')
  await pool.end()
  const login = await request(`${info.base_url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(info.user),
  })
  const { access_token } = JSON.parse(login.text)
  return { key: { 'x-api-key': info.api_key }, user: { authorization: `Bearer ${access_token}` } }
}

async function measure(
  gateway: ChildProcess,
  api: string,
  sender: SenderHeaders,
  costly: CostlyRequest,
): Promise<Result> {
  const body = costly.body?.()
  await longestBlocking(gateway)
  const answer = await request(api + costly.path, {
    method: costly.method,
    headers: {
      ...(costly.withKey && (costly.asUser ? sender.user : sender.key)),
      ...(body !== undefined && {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
      }),
      'idempotency-key': crypto.randomUUID(),
      ...costly.headers,
    },
    ...(body !== undefined && { body }),
  }).catch(refusedHalfWay)
  const { cpuMs, wallMs } = await longestBlocking(gateway)
  return { costly, status: answer.status, bytes: answer.text.length, cpuMs, wallMs }
}

/** A body that is refused while it is sent ends the connection, sometimes before the answer was read. */
function refusedHalfWay(error: NodeJS.ErrnoException): Answer {
  if (error.code === 'ECONNRESET' || error.code === 'EPIPE') return { status: 0, headers: {}, text: '' }
  throw error
}

async function longestBlocking(gateway: ChildProcess): Promise<Blocking> {
  const message = once(gateway, 'message')
  gateway.send('longest')
  return (await message)[0] as Blocking
}

function report(results: readonly Result[]): void {
  const groups = Map.groupBy(results, ({ costly }) =>
    values.all ? `${costly.category}: ${costly.name}` : costly.category,
  )
  const rows = [...groups].map(([what, group]) => {
    const worst = group.toSorted((a, b) => b.cpuMs - a.cpuMs)[0]!
    return {
      what,
      requests: group.length,
      'CPU ms': round(worst.cpuMs),
      'wall ms': round(Math.max(...group.map(({ wallMs }) => wallMs))),
      worst: worst.costly.name,
      statuses: [...new Set(group.map(({ status }) => status))].join(' '),
      'largest reply': Math.max(...group.map(({ bytes }) => bytes)),
    }
  })
  console.table(rows)
  const worst = Math.max(...results.map(({ cpuMs }) => cpuMs))
  console.log(
    `${results.length} requests; the event loop was held for at most ${round(worst)} ms of CPU time.`,
  )
}

function round(ms: number): number {
  return Math.round(ms * 10) / 10
}
