import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { TIERS } from '@gleaner/contracts'
import { createPool } from '@gleaner/db'
import { type Fleet, startFleet } from '@gleaner/devstack'
import { openAccount } from '@gleaner/devstack/testing/open-account'
import { everythingWritten, listenToRedis, type Written } from '@gleaner/devstack/tests/everything-written'
import { createSearch } from '@gleaner/tier-worker/attempt/redaction/search'
import { describeMachine } from '../lib/machine.ts'

const USAGE = `node bench/sessions/canaries.ts [--accounts 10]

Brings some 100 secrets for each account by every format and endpoint that takes them, in requests that are in order and in broken ones;
uses them at every tier against a site that shows whatever it is sent and sets others with each answer; then looks for each of them, as it
is, in base64 and in hex, in replies, every command to Redis, every table, key and file (logs and those of the databases among them), the
queue UI and metrics.`

const { values } = parseArgs({
  options: { accounts: { type: 'string', default: '10' }, help: { type: 'boolean' } },
})
if (values.help) {
  console.log(USAGE)
  process.exit(0)
}

/** What an account may create in a minute, and refresh. */
const EACH = 10
const COOKIES = 5

const canaries: string[] = []
function canary(): string {
  const value = `c4n4ry${randomBytes(12).toString('hex')}`
  canaries.push(value)
  return value
}

/** Every form in which cookies are brought. */
const FORMATS: (() => unknown)[] = [
  () => Object.fromEntries(listOf().map(({ name, value }) => [name, value])),
  listOf,
  () => JSON.stringify(listOf()),
  () => ({ cookies: listOf() }),
  () =>
    listOf()
      .map(({ name, value }) => `127.0.0.1\tFALSE\t/\tFALSE\t0\t${name}\t${value}`)
      .join('\n'),
  () =>
    `Cookie: ${listOf()
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')}`,
  () =>
    listOf()
      .map(({ name, value }) => `Set-Cookie: ${name}=${value}; Path=/`)
      .join('\n'),
]

const replies: Written[] = []
const counts: Record<string, number> = {}
let fleet: Fleet

const { server, host } = await startEcho()
const home = await mkdtemp(join(tmpdir(), 'gleaner-canaries-'))
console.log(`${describeMachine()}\n`)
try {
  fleet = await startFleet({
    home,
    port: 0,
    env: {
      ...process.env,
      DATABASE_URL: undefined,
      REDIS_URL: undefined,
      LOG_LEVEL: 'trace',
      EGRESS_ALLOW: host,
    },
  })
  try {
    const redis = await listenToRedis(fleet)
    await plant()
    // What is written late: uses, counts, webhooks.
    await sleep(5_000)
    redis.stop()
    const written = [...replies, ...redis.commands(), ...(await everythingWritten(fleet))]
    report(written)
  } finally {
    await fleet.stop()
  }
} finally {
  server.closeAllConnections()
  server.close()
  await rm(home, { recursive: true, force: true, maxRetries: 20 })
}

/** A site that repeats what it is sent, and sets a cookie and a login's cookie anew with each answer. */
async function startEcho() {
  const server = createServer(({ headers, url }, response: ServerResponse) => {
    const shown = JSON.stringify(headers).replaceAll('<', '&lt;')
    response.writeHead(url === '/moved' ? 302 : 200, {
      'content-type': 'text/html',
      'set-cookie': [`rotated=${canary()}; Path=/`, `c0=${canary()}; Path=/; Max-Age=900`],
      'x-echo': headers.cookie ?? '',
      ...(url === '/moved' && { location: `/after?${headers.cookie?.split('=')[1]?.split(';')[0]}` }),
    })
    const script = `<script>document.title = document.cookie; fetch('/api?' + document.cookie)</script>`
    response.end(`<title>Echo</title><p>${shown}</p><p>${'Boats and nets. '.repeat(60)}</p>${script}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, host: `127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function call(key: string, method: string, path: string, body?: unknown, headers: object = {}) {
  const response = await fetch(`${fleet.info.base_url}${path}`, {
    method,
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const place = `${method} ${path.replace(/[0-9a-f-]{36}/, '{id}')} ${response.status}`
  counts[place] = (counts[place] ?? 0) + 1
  replies.push({
    place: `the reply to ${place}`,
    bytes: Buffer.from(`${JSON.stringify([...response.headers])}\n${text}`),
  })
  return text ? JSON.parse(text) : {}
}

async function plant(): Promise<void> {
  const pool = createPool({ url: fleet.info.database_url, max: 2 })
  const keys = []
  for (let at = 0; at < Number(values.accounts); at++) keys.push(await openAccount(pool))
  await pool.end()
  for (const key of keys) await plantFor(key)
}

async function plantFor(key: string): Promise<void> {
  const ids: string[] = []
  for (let at = 0; at < EACH; at++) {
    const body = {
      name: 'canary',
      domain: `http://${host}/`,
      cookies: FORMATS[at % FORMATS.length]!(),
      headers: { 'X-Token': canary() },
    }
    const { id } = await call(key, 'POST', '/sessions', body, at === 0 ? { 'Idempotency-Key': 'once' } : {})
    if (id) ids.push(id)
  }
  if (ids.length === 0) throw new Error('no session was created')
  await Promise.all(ids.map((id) => call(key, 'POST', `/sessions/${id}/refresh`, { cookies: FORMATS[0]!() })))
  for (const id of ids.slice(0, 5))
    await call(key, 'PATCH', `/sessions/${id}`, { headers: { 'X-Token': canary() } })
  await beRefused(key, ids[0]!)
  await Promise.all(
    TIERS.map((tier, at) =>
      call(key, 'POST', '/scrape', {
        url: `http://${host}/${at % 2 ? 'moved' : ''}`,
        session_id: ids[at % ids.length],
        include_raw_html: true,
        cost_controls: { force_tier: tier },
        advanced: {
          session_update: at % 2 === 0,
          ...(Number(tier) >= 4 && { render_js: true, capture_xhr: true }),
        },
        timeout: 120,
      }),
    ),
  )
  const urls = ids.map((session_id, at) => ({ url: `http://${host}/${at}`, session_id }))
  const batch = await call(key, 'POST', '/batch', { urls })
  for (let turn = 0; turn < 60; turn++) {
    const { status } = await call(key, 'GET', `/batch/${batch.batch_id}`)
    if (status !== 'processing' && status !== 'pending') break
    await sleep(1_000)
  }
  await call(key, 'POST', `/sessions/${ids[0]}/validate`)
  await call(key, 'GET', `/sessions/${ids[0]}/audit`)
  await call(key, 'GET', '/sessions')
  await call(key, 'DELETE', `/sessions/${ids.at(-1)}`)
}

/** Requests that are refused, with secrets in each of their parts. */
async function beRefused(key: string, id: string): Promise<void> {
  const good = () => ({ name: 'canary', domain: host, cookies: { sid: canary() } })
  const broken = (): unknown[] => [
    { ...good(), cookies: canary() },
    { ...good(), cookies: [canary(), { name: canary(), value: 1 }] },
    { ...good(), cookies: { 'b ad': `${canary()}\u0001` } },
    { ...good(), cookies: { sid: [canary()] } },
    { ...good(), headers: { 'b ad': canary() } },
    { ...good(), headers: { Cookie: canary() } },
    { ...good(), headers: { 'X-Token': `${canary()}\r\nX: y` } },
    { ...good(), domain: canary() },
    { ...good(), expires_at: canary() },
    `{"name": "x", "cookies": {"sid": "${canary()}`,
    `"${canary()}"`,
    `[${JSON.stringify(good())} oops`,
  ]
  for (const body of broken()) await call(key, 'POST', '/sessions', body)
  for (const body of broken()) await call(key, 'PATCH', `/sessions/${id}`, body)
  for (const body of broken()) await call(key, 'POST', `/sessions/${id}/refresh`, body)
  for (const path of ['share', 'unshare', 'validate'])
    for (const body of [{ organization_id: canary() }, `{"${canary()}`])
      await call(key, 'POST', `/sessions/${id}/${path}`, body)
  await call(key, 'POST', '/scrape', {
    url: `http://${host}/`,
    session_id: id,
    advanced: { cookies: { sid: canary() } },
  })
  await call(key, 'POST', '/scrape', { url: `http://${host}/`, advanced: { cookies: { sid: [canary()] } } })
}

function listOf() {
  return Array.from({ length: COOKIES }, (_, at) => ({
    name: `c${at}`,
    value: canary(),
    domain: '127.0.0.1',
    path: '/',
  }))
}

function report(written: Written[]): void {
  const spelt = canaries.flatMap((value) => [value, Buffer.from(value).toString('hex'), ...inBase64(value)])
  const search = createSearch(spelt.map((text) => Buffer.from(text)))!
  const found = written.flatMap(({ place, bytes }) => {
    const places = search(bytes)
    return places.length === 0
      ? []
      : [`${place}: ${bytes.subarray(Math.max(0, places[0]! - 80), places[1]! + 20).toString('latin1')}`]
  })
  const megabytes = Math.round(written.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1024 ** 2)
  for (const [place, count] of Object.entries(counts).sort())
    console.log(`${String(count).padStart(5)}  ${place}`)
  console.log(
    `\n${canaries.length} secrets looked for in ${written.length} places of ${megabytes} MB: found in ${found.length}`,
  )
  for (const each of found.slice(0, 40)) console.log(`  ${JSON.stringify(each)}`)
  process.exitCode = found.length > 0 ? 1 : 0
}

/** The part that does not depend on what stands before and behind, for each place in a group of three bytes. */
function inBase64(value: string): string[] {
  return [0, 1, 2].map((shift) => {
    const text = Buffer.from(`${'x'.repeat(shift)}${value}`).toString('base64')
    return text.slice(Math.ceil((shift * 4) / 3), -4)
  })
}
