import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { createEgress, type Egress } from '@gleaner/egress'
import { startTargetSite, type TargetSite } from '@gleaner/testkit'
import { selfSigned } from '@gleaner/testkit/tls/self-signed'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createBrowserFetcher } from '../browser/fetcher.ts'
import { CHROMIUM } from '../browser/testing/chromium-path.ts'
import { createCurlFetcher } from '../curl/fetcher.ts'
import type { Fetcher, FetchOutcome } from '../fetcher.ts'
import { createHttpFetcher } from '../http/fetcher.ts'
import { createStealthFetcher } from '../stealth/fetcher.ts'
import { PROXY_KINDS, startTestProxy, type TestProxy } from './way-out.ts'

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
let fetchers: Record<Tier, Fetcher>
const proxies = new Map<string, TestProxy>()
const trusted = getCACertificates()

beforeAll(async () => {
  site = await startTargetSite()
  const certificate = selfSigned()
  setDefaultCACertificates([...trusted, certificate.cert])
  for (const kind of PROXY_KINDS) proxies.set(kind, await startTestProxy(kind, LOGIN, certificate))
  impostor = await startTestProxy('https', LOGIN)
  const ports = [site.url, ...[impostor, ...proxies.values()].map(({ address }) => address)].map(
    (url) => new URL(url).port,
  )
  egress = createEgress({ allow: ports.map((port) => `127.0.0.1:${port}`).join() })
  fetchers = {
    1: createCurlFetcher({ egress, userAgent: 'Harvester/2.0 (+mailto:ops@example.com)' }),
    2: createHttpFetcher({ egress }),
    3: createStealthFetcher({ egress }),
    4: createBrowserFetcher({ egress, executablePath: CHROMIUM, profile: 'full' }),
  }
})

afterAll(async () => {
  await Promise.all(Object.values(fetchers).map((fetcher) => fetcher.close()))
  await egress.close()
  await Promise.all([impostor, ...proxies.values()].map((proxy) => proxy.close()))
  await site.close()
  setDefaultCACertificates(trusted)
})

const userOf = (tier: Tier) => `${LOGIN.user}-session-${tier}`

function fetch(tier: Tier, address: string, password: string): Promise<FetchOutcome> {
  const proxy = new URL(address)
  // A session of its own for each tier: the ways of two sessions share no connection.
  const login = `${userOf(tier)}:${encodeURIComponent(password)}`
  return fetchers[tier].fetch(
    {
      url: `${site.url}/article`,
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
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'network_error', ...NEVER_SENT[tier] })
    expect(JSON.stringify(outcome)).not.toContain('guessed')
    expect(proxy.refused()).toBeGreaterThan(refusedBefore)
    expect(site.requests.length).toBe(receivedBefore)
  })
})

test.each(TIERS)('tier %s takes no https proxy whose certificate nobody vouches for', async (tier) => {
  const outcome = await fetch(tier, impostor.address, LOGIN.password)
  expect(outcome).toMatchObject({ kind: 'failed', reason: 'network_error', ...NEVER_SENT[tier] })
  expect(impostor.carried).toEqual([])
})
