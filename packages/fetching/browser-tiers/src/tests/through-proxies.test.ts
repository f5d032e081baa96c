import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { createEgress, type Egress } from '@gleaner/egress'
import type { Fetcher, FetchOutcome } from '@gleaner/http-tiers'
import { createCurlFetcher } from '@gleaner/http-tiers/curl'
import { createHttpFetcher } from '@gleaner/http-tiers/http'
import { createStealthFetcher } from '@gleaner/http-tiers/impersonation'
import { PROXY_KINDS, startTestProxy, type TestProxy } from '@gleaner/http-tiers/testing/test-proxy'
import { type Certificate, selfSigned } from '@gleaner/target-site/tls/self-signed'
import { startTargetSite, type TargetSite } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createBrowserFetcher } from '../browser/fetcher.ts'
import { CHROMIUM } from '../browser/testing/chromium-path.ts'

const LOGIN = { user: 'ann', password: 's3cret:with/signs@' }
const TIERS = ['1', '2', '3', '4'] as const
type Tier = (typeof TIERS)[number]

/** A browser does not say how far a request came. */
const NEVER_SENT: Record<Tier, object> = {
  1: { mayHaveBeenSent: false },
  2: { mayHaveBeenSent: false },
  3: { mayHaveBeenSent: false },
  4: {},
}

let site: TargetSite
let egress: Egress
let impostor: TestProxy
let secure: { port: number; close(): void }
let fetchers: Record<Tier, Fetcher>
const proxies = new Map<string, TestProxy>()
const trusted = getCACertificates()

beforeAll(async () => {
  site = await startTargetSite()
  const certificate = await selfSigned()
  setDefaultCACertificates([...trusted, certificate.cert])
  for (const kind of PROXY_KINDS) proxies.set(kind, await startTestProxy(kind, LOGIN, certificate))
  secure = await startSecureSite(certificate)
  impostor = await startTestProxy('https', LOGIN)
  const ports = [site.url, ...[impostor, ...proxies.values()].map(({ address }) => address)].map(
    (url) => new URL(url).port,
  )
  ports.push(String(secure.port))
  egress = createEgress({ allow: ports.map((port) => `127.0.0.1:${port}`).join() })
  fetchers = {
    1: createCurlFetcher({ egress, userAgent: 'Harvester/2.0 (+mailto:ops@example.com)' }),
    2: createHttpFetcher({ egress }),
    // Its library has roots of its own.
    3: createStealthFetcher({ egress, ignoreTlsErrors: true }),
    4: createBrowserFetcher({ egress, executablePath: CHROMIUM, profile: 'full' }),
  }
})

afterAll(async () => {
  await Promise.all(Object.values(fetchers).map((fetcher) => fetcher.close()))
  await egress.close()
  await Promise.all([impostor, ...proxies.values()].map((proxy) => proxy.close()))
  secure.close()
  await site.close()
  setDefaultCACertificates(trusted)
})

const userOf = (tier: Tier) => `${LOGIN.user}-session-${tier}`

function fetch(
  tier: Tier,
  address: string,
  password: string,
  url = `${site.url}/article`,
): Promise<FetchOutcome> {
  const proxy = new URL(address)
  // A session of its own for each tier: the routes of two sessions share no connection.
  const login = `${userOf(tier)}:${encodeURIComponent(password)}`
  return fetchers[tier].fetch(
    {
      url,
      method: 'GET',
      maxBytes: 1_000_000,
      proxy: `${proxy.protocol}//${login}@${proxy.host}`,
    },
    AbortSignal.timeout(25_000),
  )
}

describe.each(PROXY_KINDS)('through an %s proxy with a login', (kind) => {
  test.each(TIERS)('tier %s brings the page, and nothing goes around the proxy', async (tier) => {
    const proxy = proxies.get(kind)!
    const [carriedBefore, receivedBefore] = [proxy.carried.length, site.requests.length]
    const outcome = await fetch(tier, proxy.address, LOGIN.password)
    expect(outcome).toMatchObject({ kind: 'page', page: { status: 200 } })
    const carried = proxy.carried.slice(carriedBefore)
    expect(new Set(carried.map(({ user, target }) => `${user} ${target}`))).toEqual(
      new Set([`${userOf(tier)} 127.0.0.1:${site.port}`]),
    )
    expect(site.requests.length).toBeGreaterThan(receivedBefore)
  })

  test.each(TIERS)('tier %s tells a wrong login from a fault of the target', async (tier) => {
    const proxy = proxies.get(kind)!
    const [refusedBefore, receivedBefore] = [proxy.refused(), site.requests.length]
    const outcome = await fetch(tier, proxy.address, 'guessed')
    expect(outcome).toMatchObject({
      kind: 'failed',
      reason: 'network_error',
      detail: 'The proxy refuses its user name and password',
      unreachable: true,
      ...NEVER_SENT[tier],
    })
    expect(JSON.stringify(outcome)).not.toContain('guessed')
    expect(proxy.refused()).toBeGreaterThan(refusedBefore)
    expect(site.requests.length).toBe(receivedBefore)
  })
})

describe.each(PROXY_KINDS)('to a secure site through an %s proxy', (kind) => {
  test.each(['1', '2', '3'] as const)('tier %s brings the page', async (tier) => {
    const proxy = proxies.get(kind)!
    const carriedBefore = proxy.carried.length
    const outcome = await fetch(tier, proxy.address, LOGIN.password, `https://127.0.0.1:${secure.port}/`)
    expect(outcome).toMatchObject({ kind: 'page', page: { status: 200 } })
    expect(proxy.carried.slice(carriedBefore)).toEqual([
      { user: userOf(tier), target: `127.0.0.1:${secure.port}` },
    ])
  })
})

test.each(TIERS)('tier %s takes no https proxy whose certificate nobody vouches for', async (tier) => {
  const outcome = await fetch(tier, impostor.address, LOGIN.password)
  expect(outcome).toMatchObject({ kind: 'failed', reason: 'network_error', ...NEVER_SENT[tier] })
  expect(impostor.carried).toEqual([])
})

async function startSecureSite(certificate: Certificate) {
  const page = `<title>Secure</title><main>${'<p>Rope, tar and canvas are sold by the yard.</p>'.repeat(20)}</main>`
  const server = createServer(certificate, (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(page)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { port: (server.address() as AddressInfo).port, close }
}
