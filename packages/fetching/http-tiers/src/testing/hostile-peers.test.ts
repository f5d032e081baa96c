import { createEgress, type Egress } from '@gleaner/egress'
import { eventually } from '@gleaner/testkit'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { createCurlFetcher } from '../curl/fetcher.ts'
import type { Fetcher, FetchRequest } from '../fetcher.ts'
import { createHttpFetcher } from '../http/fetcher.ts'
import { createStealthFetcher } from '../impersonation/fetcher.ts'
import { H2_MISDEEDS, startHostileH2 } from './hostile-h2.ts'
import {
  type HostileProxy,
  HTTP_MISDEEDS,
  SOCKS_MISDEEDS,
  startHostileProxy,
  TARGET_MISDEEDS,
} from './hostile-proxies.ts'

const CREATE = { 1: createCurlFetcher, 2: createHttpFetcher, 3: createStealthFetcher }
type Tier = keyof typeof CREATE
const TIERS: Tier[] = [1, 2, 3]

/** Where requests are meant to go; no proxy here ever leads there. */
const ELSEWHERE = '127.0.0.1:9999'
/** Long enough for a storm: before it was mended, one made two hundred connections a second. */
const ATTEMPT_MS = 800
const WATCH_MS = 500
/** One that was kept, one anew; and the library of tier 3 tries twice more where HTTP/2 says that nothing was read. */
const MOST_CONNECTIONS = 3

let egress: Egress
let fetcher: Fetcher
const peers = new Map<string, HostileProxy>()

describe.each(TIERS)('tier %i', (tier) => {
  beforeEach(() => {
    egress = createEgress({ allow: '127.0.0.0/8', connectTimeoutMs: 5_000 })
    fetcher = CREATE[tier]({ egress, ignoreTlsErrors: true })
  })

  afterEach(async () => {
    await fetcher.close()
    await egress.close()
    await Promise.all([...peers.values()].map((peer) => peer.close()))
    peers.clear()
  })

  test.each(['http', 'https'])('leaves no hostile proxy with a storm (%s)', async (scheme) => {
    const url = `${scheme}://${ELSEWHERE}/`
    for (const [name, misdeed] of Object.entries(HTTP_MISDEEDS)) {
      await attack(`http: ${name}`, await startHostileProxy(misdeed), ({ port }) => ({
        url,
        proxy: `http://127.0.0.1:${port}`,
      }))
    }
    for (const [name, misdeed] of Object.entries(SOCKS_MISDEEDS)) {
      await attack(`socks5: ${name}`, await startHostileProxy(misdeed), ({ port }) => ({
        url,
        proxy: `socks5://ann:secret@127.0.0.1:${port}`,
      }))
    }
    await expectPeace()
  })

  test.each(['http', 'https'])('leaves no hostile target with a storm (%s)', async (scheme) => {
    for (const [name, misdeed] of Object.entries(TARGET_MISDEEDS))
      await attack(name, await startHostileProxy(misdeed), ({ port }) => ({
        url: `${scheme}://127.0.0.1:${port}/`,
      }))
    await expectPeace()
  })

  test.each(['GET', 'POST'] as const)('leaves no hostile HTTP/2 target with a storm (%s)', async (method) => {
    const body = method === 'POST' ? { body: 'x'.repeat(200_000), contentType: 'text/plain' } : {}
    for (const [name, misdeed] of Object.entries(H2_MISDEEDS))
      await attack(name, await startHostileH2(misdeed), ({ port }) => ({
        url: `https://127.0.0.1:${port}/`,
        method,
        ...body,
      }))
    await expectPeace()
  })
})

const attempts: Promise<void>[] = []

/** Begins an attempt; all of a test run beside each other. */
async function attack(
  name: string,
  peer: HostileProxy,
  request: (peer: HostileProxy) => Partial<FetchRequest> & { url: string },
): Promise<void> {
  peers.set(name, peer)
  const attempt = fetcher.fetch(
    { method: 'GET', maxBytes: 100_000, ...request(peer) },
    AbortSignal.timeout(ATTEMPT_MS),
  )
  attempts.push(attempt.then(() => {}))
}

/** After the attempts nobody is connected to again, and nothing stays open once the fetcher is closed. */
async function expectPeace(): Promise<void> {
  await Promise.all(attempts.splice(0))
  const count = () => Object.fromEntries([...peers].map(([name, peer]) => [name, peer.connections()]))
  const counted = count()
  for (const [name, connections] of Object.entries(counted))
    expect([name, Math.min(connections, MOST_CONNECTIONS)]).toEqual([name, connections])
  // A connection that was being opened as the attempt ended may still come, once; a storm never ends.
  let last = counted
  for (let looks = 0; looks < 4; looks++) {
    const before = last
    // Nothing tells that nobody connects any more.
    await new Promise((resolve) => setTimeout(resolve, WATCH_MS))
    last = count()
    if (JSON.stringify(last) === JSON.stringify(before)) break
    expect(looks).toBeLessThan(3)
  }
  for (const [name, connections] of Object.entries(last))
    expect([name, Math.min(connections, MOST_CONNECTIONS)]).toEqual([name, connections])
  await fetcher.close()
  await egress.close()
  await eventually(() =>
    expect([...peers].filter(([, peer]) => peer.open() > 0).map(([name]) => name)).toEqual([]),
  )
}
