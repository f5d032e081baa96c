import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createEgress, type Egress } from '@gleaner/egress'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createCurlFetcher } from '../curl/fetcher.ts'
import type { Fetcher, FetchOutcome } from '../fetcher.ts'
import { createHttpFetcher } from '../http/fetcher.ts'
import { createStealthFetcher } from '../impersonation/fetcher.ts'

const CREATE = { 1: createCurlFetcher, 2: createHttpFetcher, 3: createStealthFetcher }
type Tier = keyof typeof CREATE
const TIERS: Tier[] = [1, 2, 3]

/** The text of a redirect, which is nobody's page. */
const REDIRECT_TEXT = 'You are being taken elsewhere.'
const LONG = 'x'.repeat(9_000)

/** What becomes of a redirect, by the values of its Location headers: where it arrives, or why it fails. */
const INVALID = 'network_error: The target redirects to an invalid address'
const REFUSED = 'not_allowed: The target redirects to a refused address'
/** Header values that the library of tier 3 does not show: it leaves the page to a browser. */
const UNREADABLE = 'network_error: The target redirects to an address that cannot be read'
const LOCATIONS: [locations: string[], fate: string, atTier3?: string][] = [
  [['/there'], '/there#part'],
  [['there?a b'], '/there?a%20b#part'],
  [['  /there\t '], '/there#part'],
  [['/th\tere'], '/there#part'],
  [['/there#own'], '/there#own'],
  [['?there'], '/from?there#part'],
  [['//HOST/there'], '/there#part'],
  [['\\\\HOST\\there'], '/there#part'],
  [['http:there'], '/there#part'],
  [['HTTP://HOST/there'], '/there#part'],
  [['/there?a,b, c'], '/there?a,b,%20c#part'],
  [['/there?%zz%'], '/there?%zz%#part'],
  [['/../../there'], '/there#part'],
  [[`/there?${LONG}`], `/there?${LONG}#part`],
  [[Buffer.from('/there?ü東').toString('latin1')], '/there?%C3%BC%E6%9D%B1#part', UNREADABLE],
  [['/there?caf\xe9'], '/there?caf%C3%A9#part', UNREADABLE],
  [['/there', '/there'], '/there#part'],
  [['', '/there'], '/there#part'],
  [['/there', ''], '/there#part'],
  [['/there', '/elsewhere'], INVALID],
  [['http://['], INVALID],
  [['http://HOST:99999/'], INVALID],
  [['https://'], INVALID],
  [['http://a b/'], INVALID],
  [['http://%00/'], INVALID],
  [['http://exa<mple.com/'], INVALID],
  [['//'], INVALID],
  [['ftp://HOST/there'], REFUSED],
  [['file:///etc/passwd'], REFUSED],
  [['javascript:alert(1)'], REFUSED],
  [['data:text/html,<h1>there</h1>'], REFUSED],
  [['about:blank'], REFUSED],
  [['blob:http://HOST/there'], REFUSED],
  [['ws://HOST/there'], REFUSED],
  [['mailto:ann@example.com'], REFUSED],
  [['view-source:http://HOST/there'], REFUSED],
  [['http://10.0.0.1/'], REFUSED],
  [['http:///localhost/'], REFUSED],
]
/** A title may not be nine thousand characters long. */
const LABELLED = LOCATIONS.map(
  ([locations, fate, atTier3 = fate]) =>
    [JSON.stringify(locations).slice(0, 60), locations, fate, atTier3] as const,
)
const STATUSES = [301, 302, 303, 307, 308]

let server: Server
let host: string
let egress: Egress
let fetchers: Record<Tier, Fetcher>
const asked: { method: string; path: string; body: string }[] = []
const sockets = new Set<Socket>()
let answer: { status: number; locations: string[] } = { status: 200, locations: [] }

beforeAll(async () => {
  server = createServer(serve)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  egress = createEgress({ allow: host })
  fetchers = {
    1: createCurlFetcher({ egress }),
    2: createHttpFetcher({ egress }),
    3: createStealthFetcher({ egress }),
  }
})

afterAll(async () => {
  await Promise.all(Object.values(fetchers).map((fetcher) => fetcher.close()))
  await egress.close()
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => server.close(resolve))
})

/** Speaks HTTP byte by byte, since a server of a library would not write such headers. */
function serve(socket: Socket): void {
  sockets.add(socket)
  socket.on('error', () => {}).once('close', () => sockets.delete(socket))
  let received = ''
  socket.setEncoding('latin1').on('data', (text) => {
    received += text
    const end = received.indexOf('\r\n\r\n')
    const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0)
    if (end === -1 || received.length < end + 4 + length) return
    const [method = '', path = ''] = received.split(' ', 2)
    asked.push({ method, path, body: received.slice(end + 4) })
    received = ''
    socket.write(path.startsWith('/from') && !path.includes('?') ? redirect() : page('Arrived'), 'latin1')
  })
}

function redirect(): string {
  const { status, locations } = answer
  const lines = locations.map((location) => `Location: ${location.replaceAll('HOST', host)}\r\n`)
  return page(REDIRECT_TEXT, status, lines.join(''))
}

function page(text: string, status = 200, headers = ''): string {
  const body = status === 304 ? '' : `<title>${text}</title><main>${`<p>${text}</p>`.repeat(30)}</main>`
  return `HTTP/1.1 ${status} X\r\n${headers}Content-Type: text/html\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}

/** Where an attempt arrived, or why it failed. */
function fateOf(outcome: FetchOutcome): string {
  if (outcome.kind === 'page') return outcome.page.finalUrl.replace(`http://${host}`, '')
  return outcome.kind === 'failed' ? `${outcome.reason}: ${outcome.detail}` : outcome.kind
}

function textOf(outcome: FetchOutcome): string {
  return outcome.kind === 'page' ? new TextDecoder().decode(outcome.page.body) : ''
}

function fetchFrom(tier: Tier, method: 'GET' | 'POST' = 'GET') {
  const body = method === 'POST' ? { body: 'a=1', contentType: 'text/plain' } : {}
  const request = { url: `http://${host}/from#part`, method, maxBytes: 100_000, ...body }
  return fetchers[tier].fetch(request, AbortSignal.timeout(10_000))
}

describe.each(TIERS)('tier %i', (tier) => {
  test.each(LABELLED)('a redirect to %s', async (_label, locations, fate, atTier3) => {
    for (const status of STATUSES) {
      answer = { status, locations }
      const outcome = await fetchFrom(tier)
      const expected = tier === 3 ? atTier3 : fate
      expect(fateOf(outcome).slice(0, expected.length)).toBe(expected)
      expect(textOf(outcome)).not.toContain(REDIRECT_TEXT)
    }
  })

  test.each([
    [300, ['/there']],
    [304, ['/there']],
    [305, ['/there']],
    [306, ['/there']],
    [399, ['/there']],
    [200, ['/there']],
    [201, ['/there']],
    [302, [' ']],
    [302, ['']],
    ...(tier === 3 ? [] : ([[302, []]] as [number, string[]][])),
  ])('a %i with the Location %j is an answer of its own', async (status, locations) => {
    answer = { status, locations }
    const before = asked.length
    expect(fateOf(await fetchFrom(tier))).toBe('/from#part')
    expect(asked.length).toBe(before + 1)
  })

  test.each([
    [301, 'GET', ''],
    [302, 'GET', ''],
    [303, 'GET', ''],
    [307, 'POST', 'a=1'],
    [308, 'POST', 'a=1'],
  ])('a POST after a %i goes on as %s', async (status, method, body) => {
    answer = { status, locations: ['/there'] }
    await fetchFrom(tier, 'POST')
    expect(asked.at(-1)).toEqual({ method, path: '/there', body })
  })

  test('a POST after a redirect to nowhere was sent once, and is told so', async () => {
    answer = { status: 307, locations: ['http://['] }
    const before = asked.length
    const outcome = await fetchFrom(tier, 'POST')
    expect(outcome).toMatchObject({ kind: 'failed', mayHaveBeenSent: true })
    expect(fateOf(outcome)).toBe(INVALID)
    expect(asked.length).toBe(before + 1)
  })
})
