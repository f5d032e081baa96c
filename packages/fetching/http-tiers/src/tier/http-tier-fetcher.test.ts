import { createServer, request as httpRequest, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { cookiesOfHost } from '@gleaner/cookie-rules'
import { createEgress, type Egress } from '@gleaner/egress'
import { eventually, startTargetSite, type TargetSite } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createCurlFetcher } from '../curl/fetcher.ts'
import type { Fetcher, FetchRequest } from '../fetcher.ts'
import { createHttpFetcher } from '../http/fetcher.ts'
import { createStealthFetcher } from '../impersonation/fetcher.ts'

let site: TargetSite
let secureSite: TargetSite
let egress: Egress
let proxy: Server
let proxyPort: number
let fetchers: Record<'1' | '2' | '3', Fetcher>
const throughProxy: { target: string; login: string | undefined }[] = []

beforeAll(async () => {
  site = await startTargetSite()
  secureSite = await startTargetSite({ tls: true })
  proxy = startProxy()
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  proxyPort = (proxy.address() as AddressInfo).port
  egress = createEgress({
    allow: [site.port, secureSite.port, proxyPort].map((port) => `127.0.0.1:${port}`).join(),
  })
  fetchers = {
    1: createCurlFetcher({ egress, userAgent: 'Harvester/2.0 (+mailto:ops@example.com)' }),
    2: createHttpFetcher({ egress, ignoreTlsErrors: true }),
    3: createStealthFetcher({ egress, ignoreTlsErrors: true }),
  }
})

afterAll(async () => {
  await Promise.all(Object.values(fetchers).map((fetcher) => fetcher.close()))
  await egress.close()
  await Promise.all([site.close(), secureSite.close()])
  proxy.closeAllConnections()
  await new Promise((resolve) => proxy.close(resolve))
})

const TIERS = ['1', '2', '3'] as const

function fetch(tier: (typeof TIERS)[number], url: string, more: Partial<FetchRequest> = {}) {
  return fetchers[tier].fetch(
    { url, method: 'GET', maxBytes: 1_000_000, ...more },
    AbortSignal.timeout(10_000),
  )
}

async function pageOf(tier: (typeof TIERS)[number], url: string, more: Partial<FetchRequest> = {}) {
  const outcome = await fetch(tier, url, more)
  if (outcome.kind !== 'page') throw new Error(JSON.stringify(outcome))
  return { ...outcome.page, text: new TextDecoder().decode(outcome.page.body) }
}

const lastOf = (path: string) => site.requests.filter((request) => request.path.startsWith(path)).at(-1)!

describe.each(TIERS)('tier %s', (tier) => {
  test('goes through the proxy that was chosen, with its credentials', async () => {
    const before = throughProxy.length
    const page = await pageOf(tier, `${site.url}/plain`, {
      proxy: `http://ann:s3cret@127.0.0.1:${proxyPort}`,
    })
    expect(page.status).toBe(200)
    const used = throughProxy.slice(before)
    expect(used.length).toBeGreaterThan(0)
    expect(used.every(({ target }) => target.includes(String(site.port)))).toBe(true)
    expect(used[0]!.login).toBe(`Basic ${Buffer.from('ann:s3cret').toString('base64')}`)
  })

  test('follows a page that only moves on by a meta tag', async () => {
    const page = await pageOf(tier, `${site.url}/meta-refresh`)
    expect(page).toMatchObject({
      finalUrl: `${site.url}/plain`,
      redirectChain: [{ url: `${site.url}/meta-refresh`, status: 200 }],
    })
  })

  test.each([
    [301, 'GET'],
    [302, 'GET'],
    [303, 'GET'],
    [307, 'POST'],
    [308, 'POST'],
  ])('a POST after a %i goes on as %s', async (status, method) => {
    const url = `${site.url}/redirect-to?status=${status}&url=/echo?n=${tier}${status}`
    await fetch(tier, url, { method: 'POST', body: 'a=1', contentType: 'application/x-www-form-urlencoded' })
    const received = lastOf(`/echo?n=${tier}${status}`)
    expect(received.method).toBe(method)
    expect(received.body).toBe(method === 'POST' ? 'a=1' : '')
  })

  test('waits for its turn before each redirect, and follows none when that does not come', async () => {
    let turns = 0
    const keepGap = async () => void turns++
    await pageOf(tier, `${site.url}/redirect/2`, { keepGap })
    expect(turns).toBe(2)
    const before = site.requests.length
    const outcome = await fetch(tier, `${site.url}/redirect/2`, {
      keepGap: () => Promise.reject(new Error('late')),
    })
    expect([outcome.kind, site.requests.length - before]).toEqual(['failed', 1])
  })

  test('follows 20 redirects, as a browser does, and no more', async () => {
    expect(await pageOf(tier, `${site.url}/redirect/20`)).toMatchObject({ finalUrl: `${site.url}/plain` })
    expect(await fetch(tier, `${site.url}/redirect/21`)).toMatchObject({
      kind: 'failed',
      detail: 'The target redirects more than 20 times',
    })
  })

  test('answers a server that wants its login as a digest, once', async () => {
    const received: (string | undefined)[] = []
    const server = createServer(({ headers: { authorization } }, response) => {
      received.push(authorization)
      const isRight = authorization?.startsWith('Digest ') && authorization.includes('uri="/vault?a=1"')
      if (isRight) return response.end('Inside')
      response.writeHead(401, {
        'www-authenticate': 'Digest realm="vault", qop="auth", nonce="n1", algorithm=SHA-256',
      })
      response.end('Outside')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const ownEgress = createEgress({ allow: `127.0.0.1:${port}` })
    const create = { 1: createCurlFetcher, 2: createHttpFetcher, 3: createStealthFetcher }[tier]
    const fetcher = create({ egress: ownEgress })
    const authorization = `Basic ${Buffer.from('ann:s3cret').toString('base64')}`
    const ask = (path: string) =>
      fetcher.fetch(
        { url: `http://127.0.0.1:${port}${path}`, method: 'GET', maxBytes: 1_000, authorization },
        AbortSignal.timeout(10_000),
      )
    expect(await ask('/vault?a=1')).toMatchObject({ kind: 'page', page: { status: 200, redirectChain: [] } })
    expect(received).toEqual([authorization, expect.stringMatching(/^Digest username="ann", realm="vault"/)])
    expect(await ask('/other')).not.toMatchObject({ page: { status: 200 } })
    expect(received).toHaveLength(4)
    await fetcher.close()
    await ownEgress.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  test('leaves no connection open when its signal ends a wait', async () => {
    await using silent = await silentServer()
    const ownEgress = createEgress({ allow: `127.0.0.1:${silent.port}` })
    const create = { 1: createCurlFetcher, 2: createHttpFetcher, 3: createStealthFetcher }[tier]
    const fetcher = create({ egress: ownEgress })
    const request: FetchRequest = { url: `http://127.0.0.1:${silent.port}/`, method: 'GET', maxBytes: 1_000 }
    const outcome = await fetcher.fetch(request, AbortSignal.timeout(600))
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'timeout' })
    expect(silent.seen()).toBeGreaterThan(0)
    await eventually(() => expect(silent.open()).toBe(0))
    await fetcher.close()
    await ownEgress.close()
  })

  test('inherits the fragment over a redirect', async () => {
    expect((await pageOf(tier, `${site.url}/redirect/1#part`)).finalUrl).toBe(`${site.url}/plain#part`)
  })

  test("a caller's header replaces ours of the same name", async () => {
    await fetch(tier, `${site.url}/plain?own`, {
      headers: { 'USER-AGENT': 'Mine/1.0', Cookie: 'a=b' },
      cookies: cookiesOfHost('127.0.0.1', { c: 'd' }),
    })
    const headers = lastOf('/plain?own').headers.map(([name, value]) => [name.toLowerCase(), value])
    expect(headers.filter(([name]) => name === 'user-agent')).toEqual([['user-agent', 'Mine/1.0']])
    expect(headers.filter(([name]) => name === 'cookie')).toEqual([['cookie', 'a=b; c=d']])
  })
})

describe('what sets the tiers apart', () => {
  test('tier 1 says who is asking', async () => {
    await fetch('1', `${site.url}/plain?who`)
    expect(Object.fromEntries(lastOf('/plain?who').headers)['user-agent']).toContain('mailto:ops@example.com')
  })

  test('tier 1 is told from a browser, tiers 2 and 3 are not', async () => {
    const outcomes = await Promise.all(TIERS.map((tier) => fetch(tier, `${secureSite.url}/not-browser`)))
    expect(outcomes.map(({ kind }) => kind).slice(1)).toEqual(['page', 'page'])
    expect(await fetch('1', `${site.url}/not-browser`)).toMatchObject({ kind: 'blocked', status: 403 })
  })

  test('only tier 3 greets like a browser', async () => {
    expect((await fetch('2', `${secureSite.url}/tls-only`)).kind).toBe('blocked')
    expect((await fetch('3', `${secureSite.url}/tls-only`)).kind).toBe('page')
  })

  test.each(['2', '3'] as const)('tier %s speaks HTTP/2 where the target does', async (tier) => {
    expect((await pageOf(tier, `${secureSite.url}/headers`)).text).toContain('"2.0"')
  })

  test('a certificate that nobody vouches for is refused before anything is sent', async () => {
    const checking = createHttpFetcher({ egress })
    const request: FetchRequest = { url: `${secureSite.url}/plain`, method: 'GET', maxBytes: 1_000 }
    const outcome = await checking.fetch(request, AbortSignal.timeout(5_000))
    expect(outcome).toMatchObject({
      kind: 'failed',
      reason: 'network_error',
      mayHaveBeenSent: false,
      unreachable: true,
    })
    await checking.close()
  })
})

/** Accepts connections and requests, and answers nothing. */
async function silentServer() {
  let open = 0
  let seen = 0
  const server = createServer(() => {})
  server.on('connection', (socket) => {
    seen++
    open++
    socket.on('close', () => open--)
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    open: () => open,
    seen: () => seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A plain forward proxy that wants a login and remembers who went where. */
function startProxy(): Server {
  const server = createServer((asked, answer) => {
    throughProxy.push({ target: asked.url!, login: asked.headers['proxy-authorization'] })
    const onward = httpRequest(asked.url!, { method: asked.method!, headers: asked.headers }, (reply) => {
      answer.writeHead(reply.statusCode!, reply.headers)
      reply.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    asked.pipe(onward)
  })
  server.on('connect', (asked, socket, head) => {
    throughProxy.push({ target: asked.url!, login: asked.headers['proxy-authorization'] })
    const onward = connect(Number(asked.url!.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      onward.write(head)
      onward.pipe(socket)
      socket.pipe(onward)
    })
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
  })
  return server
}
