import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http'
import { createSecureServer } from 'node:http2'
import type { AddressInfo, Server } from 'node:net'
import { cookiesOfHost } from '@gleaner/cookie-rules'
import { createEgress, type Egress } from '@gleaner/egress'
import { selfSigned } from '@gleaner/target-site/tls/self-signed'
import { type LocalProxy, startProxy } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createCurlFetcher } from '../curl/fetcher.ts'
import type { Fetcher, FetchRequest } from '../fetcher.ts'
import { createHttpFetcher } from '../http/fetcher.ts'
import { createStealthFetcher } from '../impersonation/fetcher.ts'

/** Everything that makes a request personal at tiers without a browser. */
const PERSONAL: [string, (url: string) => Partial<FetchRequest>][] = [
  ['an Authorization header', () => ({ headers: { authorization: 'Negotiate YW5u' } })],
  ['another header', () => ({ headers: { 'x-token': 'ann' } })],
  ['cookies', () => ({ cookies: cookiesOfHost('127.0.0.1', { session: 'ann' }) })],
  ['a body', () => ({ method: 'POST', body: 'a', contentType: 'text/plain' })],
  ['a login in its address', (url) => ({ url: url.replace('://', '://ann:secret@') })],
]

let plain: Server
let secure: Server
let egress: Egress
let proxies: LocalProxy[]
let fetchers: Record<string, Fetcher>
const urls: Record<string, string> = {}

/** Tells who asks on which connection: by the first login that was made on it, as with NTLM and Negotiate. */
const connections = new Map<object, { number: number; user: string }>()
function answer(request: IncomingMessage, response: ServerResponse) {
  const carrier: object =
    (request as unknown as { stream?: { session: object } }).stream?.session ?? request.socket
  const connection = connections.get(carrier) ?? { number: connections.size + 1, user: 'nobody' }
  connections.set(carrier, connection)
  if (request.headers.authorization) connection.user = 'ann'
  request.resume()
  response.writeHead(200, { 'content-type': 'text/html' })
  response.end(`<title>Pier</title><p>Rope, tar and canvas.</p><pre>${JSON.stringify(connection)}</pre>`)
}

beforeAll(async () => {
  plain = createHttp(answer)
  secure = createSecureServer({ ...(await selfSigned()), allowHTTP1: true }, answer as never)
  proxies = await Promise.all(['ann', 'ben'].map((user) => startProxy({ user, password: 'secret' })))
  for (const [scheme, server] of [
    ['http', plain],
    ['https', secure],
  ] as const) {
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    urls[scheme] = `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/page`
  }
  egress = createEgress({ allow: '127.0.0.0/8' })
  fetchers = {
    1: createCurlFetcher({ egress }),
    2: createHttpFetcher({ egress, ignoreTlsErrors: true }),
    3: createStealthFetcher({ egress, ignoreTlsErrors: true }),
  }
})

afterAll(async () => {
  await Promise.all(Object.values(fetchers).map((fetcher) => fetcher.close()))
  await egress.close()
  await Promise.all(proxies.map((proxy) => proxy.close()))
  ;(plain as unknown as { closeAllConnections(): void }).closeAllConnections()
  plain.close()
  secure.close()
})

async function ask(tier: string, scheme: string, more: Partial<FetchRequest> = {}) {
  const request: FetchRequest = { url: urls[scheme]!, method: 'GET', maxBytes: 10_000, ...more }
  const outcome = await fetchers[tier]!.fetch(request, AbortSignal.timeout(15_000))
  if (outcome.kind !== 'page') throw new Error(JSON.stringify(outcome))
  const said = /<pre>(.*)<\/pre>/.exec(Buffer.from(outcome.page.body).toString())![1]!
  return JSON.parse(said.replaceAll('&quot;', '"')) as { number: number; user: string }
}

/** Tiers and schemes that keep connections. Tier 1 takes certificates of authorities only, tier 2 keeps HTTP/2 alone. */
const KEPT = [
  ['1', 'http'],
  ['2', 'https'],
  ['3', 'http'],
  ['3', 'https'],
] as const

/** Asks often enough to meet every connection that is kept: a pool may hold more than one. */
async function askRepeatedly(tier: string, scheme: string, more: Partial<FetchRequest> = {}) {
  const answers = []
  for (let i = 0; i < 4; i++) answers.push(await ask(tier, scheme, more))
  return {
    numbers: new Set(answers.map(({ number }) => number)),
    users: new Set(answers.map(({ user }) => user)),
  }
}

describe.each(KEPT)('tier %s over %s', (tier, scheme) => {
  test('keeps connections for the next request that is not personal', async () => {
    expect((await askRepeatedly(tier, scheme)).numbers.size).toBeLessThan(4)
  })

  test.each(PERSONAL)(
    'a connection that served a request with %s serves nobody else',
    async (_what, more) => {
      await askRepeatedly(tier, scheme)
      const personal = await ask(tier, scheme, more(urls[scheme]!))
      const after = await askRepeatedly(tier, scheme)
      expect([...after.numbers]).not.toContain(personal.number)
      expect([...after.users]).toEqual(['nobody'])
    },
  )
})

/** Where the way through a proxy is a tunnel, so that the site sees the tier's own connections. */
const TUNNELLED = KEPT.filter(([tier, scheme]) => tier !== '3' || scheme !== 'http')

describe.each(TUNNELLED)('tier %s over %s through proxies', (tier, scheme) => {
  test('keeps connections for the same address and login, and for no other', async () => {
    const [ann, ben] = proxies as [LocalProxy, LocalProxy]
    const first = await askRepeatedly(tier, scheme, { proxy: ann.url })
    expect(first.numbers.size).toBeLessThan(4)
    // The provider takes a session behind the name: another login at the same address.
    const others = [{ proxy: ben.url }, { proxy: ann.url.replace('ann:', 'ann-session-7:') }, {}]
    for (const other of others) {
      const { numbers } = await askRepeatedly(tier, scheme, other)
      expect([...numbers].filter((number) => first.numbers.has(number))).toEqual([])
    }
  })
})
