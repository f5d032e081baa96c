import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uuidv7 } from '@gleaner/contracts'
import { generateApiKey } from '@gleaner/security/api-key'
import { eventually, type RunningRedis, startRedis } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createGatewayFixture, type GatewayFixture, type TestAccount } from '../testing/fixture.ts'

/** The proxy's address as the gateway sees it. What calls comes from other addresses of loopback. */
const PROXY = '127.0.0.1'

let redis: RunningRedis
let fixture: GatewayFixture
let account: TestAccount
let proxy: Awaited<ReturnType<typeof startReverseProxy>>
beforeAll(async () => {
  redis = await startRedis({ dir: await mkdtemp(join(tmpdir(), 'gleaner-limits-')), persistent: false })
  fixture = await createGatewayFixture({ REDIS_URL: redis.url, TRUST_PROXY: PROXY })
  ;[account, proxy] = await Promise.all([fixture.account(), startReverseProxy(fixture.url)])
})
afterAll(async () => {
  proxy.close()
  await fixture.close()
  await redis.stop()
})

/** A reverse proxy that says whom it serves as nginx does: behind what the caller has said. */
async function startReverseProxy(target: string) {
  const server = createServer((request, response) => {
    const claimed = request.headers['x-forwarded-for']
    const from = request.socket.remoteAddress
    const headers = { ...request.headers, 'x-forwarded-for': claimed ? `${claimed}, ${from}` : from }
    const upstream = send(
      target + request.url,
      { method: request.method, headers, localAddress: PROXY },
      (reply) => {
        response.writeHead(reply.statusCode!, reply.headers)
        reply.pipe(response)
      },
    )
    request.pipe(upstream)
  })
  await once(server.listen(0, PROXY), 'listening')
  return { url: `http://${PROXY}:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

interface Sent {
  from: string
  key?: string
  headers?: Record<string, string>
}

/** One request from an address of this machine. */
async function get(origin: string, { from, key = generateApiKey('live').key, headers = {} }: Sent) {
  const call = send(`${origin}/api/v1/jobs/${uuidv7()}`, {
    headers: { 'X-API-Key': key, ...headers },
    localAddress: from,
  })
  call.end()
  const [reply] = await once(call, 'response')
  reply.resume()
  await once(reply, 'end')
  return { status: reply.statusCode as number, headers: reply.headers as IncomingHttpHeaders }
}

async function statuses(
  count: number,
  make: (i: number) => ReturnType<typeof get>,
): Promise<Record<number, number>> {
  const all = []
  for (let i = 0; i < count; i++) all.push((await make(i)).status)
  return Object.fromEntries(
    [...Map.groupBy(all, (status) => status)].map(([status, same]) => [status, same.length]),
  )
}

describe('an address whose keys fail', () => {
  test('has to wait after a hundred of them; a key that was good goes on, and one from elsewhere too', async () => {
    const from = '127.0.0.5'
    expect((await get(proxy.url, { from, key: account.key })).status).toBe(404)
    expect(await statuses(110, () => get(proxy.url, { from }))).toEqual({ 401: 100, 429: 10 })
    const refused = await get(proxy.url, { from })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(20)
    expect((await get(proxy.url, { from, key: account.key })).status).toBe(404)
    expect((await get(proxy.url, { from, key: account.testKey })).status).toBe(429)
    expect((await get(proxy.url, { from: '127.0.0.6', key: account.testKey })).status).toBe(404)
  })

  test('gains nothing by naming others in front of the proxy, and puts no blame on them', async () => {
    const forged = (i: number) => ({ 'X-Forwarded-For': `192.0.2.${i}, ${PROXY}, 198.51.100.7` })
    const counts = await statuses(105, (i) => get(proxy.url, { from: '127.0.0.7', headers: forged(i) }))
    expect(counts).toEqual({ 401: 100, 429: 5 })
    const named = { 'X-Forwarded-For': '198.51.100.7' }
    expect((await get(fixture.url, { from: PROXY, headers: named })).status).toBe(401)
  })

  test('gains nothing by naming others past the proxy', async () => {
    const forged = (i: number) => ({
      'X-Forwarded-For': `192.0.2.${i}`,
      Forwarded: `for=192.0.2.${i}`,
      'X-Real-IP': `192.0.2.${i}`,
    })
    const counts = await statuses(105, (i) => get(fixture.url, { from: '127.0.0.8', headers: forged(i) }))
    expect(counts).toEqual({ 401: 100, 429: 5 })
  })
})

test('while Redis hangs, new work is refused at once and without a charge, and everything else goes on', async () => {
  const messages = () =>
    fixture.logs.map(({ msg }) => msg).filter((msg) => String(msg).includes('rate limits'))
  const page = { url: `${fixture.site.url}/plain` }
  process.kill(redis.pid, 'SIGSTOP')
  try {
    expect(await fixture.scrape(account, page)).toMatchObject({
      status: 502,
      body: { error: 'QUEUE_UNAVAILABLE' },
    })
    const proxyOf = { name: 'p', url: 'http://proxy.example:8080' }
    const created = await fixture.request('/api/v1/proxies', {
      method: 'POST',
      headers: { 'X-API-Key': account.key, 'Content-Type': 'application/json' },
      body: JSON.stringify(proxyOf),
    })
    expect(created).toMatchObject({ status: 503, body: { error: 'SERVICE_UNAVAILABLE' } })
    const usage = await fixture.get(account, '/usage')
    expect(usage).toMatchObject({ status: 200, body: { rate_limits: { current_usage: 0 } } })
    expect(usage.headers.get('x-ratelimit-remaining')).toBe('10000')
    expect(await fixture.balance(account)).toEqual([1_000_000, 0])
    expect(await statuses(105, () => get(fixture.url, { from: '127.0.0.9' }))).toEqual({ 401: 100, 429: 5 })
    expect(messages()).toEqual([expect.stringContaining('cannot be checked')])
  } finally {
    process.kill(redis.pid, 'SIGCONT')
  }
  await eventually(async () => expect((await fixture.scrape(account, page)).status).toBe(200))
  expect(messages()).toEqual([
    expect.stringContaining('cannot be checked'),
    expect.stringContaining('checked again'),
  ])
})
