import tls from 'node:tls'
import type { Tier } from '@gleaner/contracts'
import { cookiesOfHost } from '@gleaner/cookie-rules'
import { createEgress, type Egress } from '@gleaner/egress'
import type { FetchedPage, FetchRequest } from '@gleaner/http-tiers'
import { PROXY_KINDS, startTestProxy, type TestProxy } from '@gleaner/http-tiers/testing/test-proxy'
import { selfSigned } from '@gleaner/target-site/tls/self-signed'
import { startTargetSite, type TargetSite } from '@gleaner/testkit'
import { serveTls } from '@gleaner/testkit/serve-tls'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createTrustingChromium, type TrustingChromium } from '../browser/testing/trusting-chromium.ts'
import { type AllTiers, hasBrowser, openAllTiers } from './all-tiers.ts'

/** Tries each of the tiers. */
export function testRequestHeaders(tiersTried: readonly Tier[]): void {
  let sites: Record<'http' | 'https', TargetSite>
  let proxy: TestProxy
  let egress: Egress
  let chromium: TrustingChromium
  let tiers: AllTiers
  const trusted = tls.getCACertificates('default')
  const PROXY_LOGIN = { user: 'ann', password: 'pr0xy-s3cret' }

  beforeAll(async () => {
    sites = { http: await startTargetSite(), https: await startTargetSite({ tls: true }) }
    const cert = await certificateOf(sites.https.port)
    tls.setDefaultCACertificates([...trusted, cert])
    proxy = await startTestProxy(PROXY_KINDS[0], PROXY_LOGIN, await selfSigned())
    egress = createEgress({ allow: '127.0.0.0/8' })
    chromium = await createTrustingChromium(cert)
    tiers = openAllTiers(egress, { executablePath: chromium.path, ignoreTlsErrors: true })
  })
  afterAll(async () => {
    tls.setDefaultCACertificates(trusted)
    await tiers.close()
    await egress.close()
    await Promise.all([sites.http.close(), sites.https.close(), proxy.close()])
    await chromium.remove()
  })

  /** Its certificate is its own, and made anew each time. */
  function certificateOf(port: number): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
        resolve(socket.getPeerX509Certificate()!.toString())
        socket.end()
      })
      socket.once('error', reject)
    })
  }

  /** Those of one connection, HTTP/2's own names among them. */
  const OF_CONNECTION = /^(:.*|connection|keep-alive|te|transfer-encoding|upgrade|proxy-.*)$/

  /** What a site has received last for a path, but for what is of its connection alone. */
  function received({ requests }: TargetSite, path: string): Record<string, string> {
    const { headers } = requests.findLast((request) => request.path === path)!
    const named = headers.map(([name, value]) => [name === ':authority' ? 'host' : name.toLowerCase(), value])
    return Object.fromEntries(named.filter(([name]) => !OF_CONNECTION.test(name!)))
  }

  async function fetch(tier: Tier, url: string, more: Partial<FetchRequest> = {}): Promise<FetchedPage> {
    const request: FetchRequest = {
      url,
      method: 'GET',
      maxBytes: 1_000_000,
      tellsRequestHeaders: true,
      ...more,
    }
    const outcome = await tiers.fetchers[tier].fetch(request, AbortSignal.timeout(60_000))
    if (outcome.kind !== 'page') throw new Error(`No page: ${JSON.stringify(outcome)}`)
    return outcome.page
  }

  /** Tells what it received last, but for what is of its connection alone. */
  async function startOldSite() {
    let received = {}
    const { url, close } = await serveTls(({ headers }, response) => {
      received = Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_CONNECTION.test(name)))
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<p>${'Rope, tar and canvas. '.repeat(50)}</p>`)
    })
    return { url: `${url}/`, received: () => received, [Symbol.asyncDispose]: close }
  }

  describe.each(tiersTried)('tier %s', (tier) => {
    test.each(['http', 'https'] as const)(
      'tells the headers that the site received over %s',
      async (scheme) => {
        const site = sites[scheme]
        const { requestHeaders } = await fetch(tier, `${site.url}/article`)
        expect(requestHeaders).toMatchObject({
          host: `127.0.0.1:${site.port}`,
          'user-agent': expect.any(String),
          'accept-language': expect.any(String),
        })
        expect(requestHeaders).toEqual(received(site, '/article'))
      },
    )

    test.each(['{"a": "ü"}', ''])('tells those of a POST with the body %j', async (body) => {
      const sent = { method: 'POST', body, contentType: 'application/json' } as const
      const { requestHeaders } = await fetch(tier, `${sites.http.url}/echo`, sent)
      expect(requestHeaders).toMatchObject({ 'content-length': String(Buffer.byteLength(body)) })
      expect(requestHeaders).toEqual(received(sites.http, '/echo'))
    })

    test('tells those of the last request, where others led to it', async () => {
      const { requestHeaders } = await fetch(tier, `${sites.http.url}/set-cookie-chain`)
      const last = sites.http.requests.at(-1)!.path
      expect(last).not.toBe('/set-cookie-chain')
      const { cookie, ...others } = received(sites.http, last)
      expect(cookie).toContain('step3=done')
      expect(requestHeaders).toEqual({ ...others, cookie: '***' })
    })

    test('tells nothing of what logs in: the caller’s, a session’s, an address’s or a proxy’s', async () => {
      const { port, protocol } = new URL(proxy.address)
      const carriedBefore = proxy.carried.length
      const page = await fetch(tier, `${sites.http.url}/article`, {
        cookies: cookiesOfHost('127.0.0.1', { sid: 's3cret-cookie' }),
        headers: { 'X-Token': 's3cret-header', Accept: 's3cret/own' },
        authorization: `Basic ${Buffer.from('ann:s3cret-login').toString('base64')}`,
        proxy: `${protocol}//${PROXY_LOGIN.user}:${PROXY_LOGIN.password}@127.0.0.1:${port}`,
      })
      expect(proxy.carried.length).toBeGreaterThan(carriedBefore)
      const sent = received(sites.http, '/article')
      const login = Buffer.from('ann:s3cret-login').toString('base64')
      expect(sent).toMatchObject({
        'x-token': 's3cret-header',
        accept: 's3cret/own',
        cookie: 'sid=s3cret-cookie',
      })
      expect(sent.authorization).toBe(`Basic ${login}`)
      const hidden = { authorization: '***', cookie: '***', accept: '***', 'x-token': '***' }
      expect(page.requestHeaders).toEqual({ ...sent, ...hidden })
      expect(JSON.stringify(page.requestHeaders)).not.toContain('s3cret')
    })

    test('tells nothing where it was not asked', async () => {
      const page = await fetch(tier, `${sites.http.url}/plain`, { tellsRequestHeaders: undefined })
      expect(page.requestHeaders).toBeUndefined()
    })
  })

  test.each(tiersTried.filter(hasBrowser))('tier %s tells those of what is no document', async (tier) => {
    const { requestHeaders } = await fetch(tier, `${sites.http.url}/json`)
    expect(requestHeaders).toEqual(received(sites.http, '/json'))
  })

  describe.each(['1', '2', '3'] as const)('tier %s, which writes its requests itself,', (tier) => {
    test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)(
      'tells those of a %s without a body',
      async (method) => {
        for (const site of Object.values(sites)) {
          const { requestHeaders } = await fetch(tier, `${site.url}/echo`, { method })
          expect(requestHeaders).toEqual(received(site, '/echo'))
        }
      },
    )
  })

  test.each(['2', '3'] as const)(
    'tier %s tells those that it sends to a secure site of HTTP/1.1',
    async (tier) => {
      await using secure = await startOldSite()
      const { requestHeaders } = await fetch(tier, secure.url)
      expect(requestHeaders).toEqual(secure.received())
    },
  )

  test.each(['1', '2', '3'] as const)('tier %s says beforehand what it would tell', async (tier) => {
    const request = {
      url: `${sites.https.url}/article`,
      method: 'GET',
      maxBytes: 1,
      cookies: cookiesOfHost('127.0.0.1', { sid: 's3cret' }),
      headers: { 'X-Token': 's3cret' },
    } as const
    const said = await tiers.fetchers[tier].requestHeaders!(request)
    expect(said).toEqual((await fetch(tier, request.url, { ...request, maxBytes: 1_000_000 })).requestHeaders)
  })
}
