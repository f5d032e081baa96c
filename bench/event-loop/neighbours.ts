import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { insertAccount } from '@gleaner/accounts/users/create-account'
import { createDatabase, createPool, type Database } from '@gleaner/db'
import { freePort } from '@gleaner/local-servers/free-port'
import { generateApiKey } from '@gleaner/security/api-key'
import { request } from '../lib/api.ts'
import { withStack } from '../lib/stack.ts'
import { startGateway } from '../lib/start-gateway.ts'
import { COSTLY_KINDS } from './costly-kinds.ts'

const USAGE = `node bench/event-loop/neighbours.ts [--home <.gleaner folder of a running stack>] [--keys 13] [--seconds 8]

Starts a gateway in a process of its own beside a stack. One account reads its GET /usage, one request after the other, first
alone; then while the keys of another account, which has no money, send one kind of costly request each, as fast as they are answered.
The limits of keys are lifted for both. Tells the times of the first account, and how often the other was answered.`

const { values } = parseArgs({
  options: {
    home: { type: 'string' },
    keys: { type: 'string', default: '13' },
    seconds: { type: 'string', default: '8' },
    help: { type: 'boolean' },
  },
})
if (values.help) {
  console.log(USAGE)
  process.exit(0)
}

/** Limits of single endpoints stay, and clients wait when they are told to. */
const REFUSED_PAUSE_MS = 1_000
/** Between two requests of who is measured, in ms. */
const PAUSE_MS = 20

await withStack({ home: values.home }, async (stack) => {
  const info = await stack.info()
  const pool = createPool({ url: info.database_url, max: 4, connectTimeoutMs: 5_000 })
  const db = createDatabase(pool)
  const [[neighbour], keys] = [await keysOf(db, 1), await keysOf(db, Number(values.keys))]
  await pool.query('UPDATE account SET requests_per_minute = 1000000, concurrent_requests = 500')
  const port = await freePort()
  const gateway = await startGateway(join(import.meta.dirname, 'gateway-child.ts'), stack, port)
  const api = `http://127.0.0.1:${port}/api/v1`
  const rows: object[] = []
  try {
    await timesOf(api, neighbour!)
    rows.push(rowOf('alone', await timesOf(api, neighbour!)))
    for (const [kind, { path, body }] of Object.entries(COSTLY_KINDS)) {
      const ending = new AbortController()
      const statuses = new Map<number, number>()
      const sending = keys.map(async (key) => {
        const text = body(info.sample_site)
        while (!ending.signal.aborted) {
          const status = await send(`${api}${path}`, key, text)
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          if (status === 429) await sleep(REFUSED_PAUSE_MS)
        }
      })
      await sleep(500)
      rows.push(rowOf(kind, await timesOf(api, neighbour!), statuses))
      ending.abort()
      await Promise.all(sending)
    }
    rows.push(rowOf('alone, again', await timesOf(api, neighbour!)))
  } finally {
    gateway.disconnect()
    await pool.end()
  }
  console.table(rows)
})

async function keysOf(db: Database, count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, (_, at) => ({
    name: `key ${at}`,
    key: generateApiKey('live').key,
  }))
  const email = `${crypto.randomUUID()}@example.com`
  await db.transaction((both) =>
    insertAccount(both, { name: 'bench', email, passwordHash: 'none', apiKeys: keys }),
  )
  return keys.map(({ key }) => key)
}

async function send(url: string, key: string, body: string): Promise<number> {
  const headers = {
    'x-api-key': key,
    'content-type': 'application/json',
    'idempotency-key': crypto.randomUUID(),
  }
  const answer = await request(url, { method: 'POST', headers, body }).catch(() => undefined)
  return answer?.status ?? 0
}

interface Times {
  ms: number[]
  failed: number
}

async function timesOf(api: string, key: string): Promise<Times> {
  const times: Times = { ms: [], failed: 0 }
  for (const end = performance.now() + Number(values.seconds) * 1_000; performance.now() < end; ) {
    const from = performance.now()
    const { status } = await request(`${api}/usage`, { headers: { 'x-api-key': key } })
    times.ms.push(performance.now() - from)
    if (status !== 200) times.failed++
    await sleep(PAUSE_MS)
  }
  return times
}

function rowOf(what: string, { ms, failed }: Times, statuses = new Map<number, number>()): object {
  const sorted = ms.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)]! * 10) / 10
  const answered = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
  return { what, requests: ms.length, p50: at(0.5), p95: at(0.95), worst: at(1), failed, answered }
}
