import type { ConnectionCounts, Egress, ProxyLogin } from '@gleaner/egress'
import type { Transport } from 'wreq-js'
import { CURRENT_CHROME } from '../identity/chrome-version.ts'
import { FIRST_HEADERS, HTTP1, HTTP2 } from './chrome-http.ts'
import { loadWreq } from './load-wreq.ts'

/** A client that serves one request at a time. */
export interface ClientLease {
  client: Transport
  /** Ends whatever the client still has open. */
  cut(): void
  /** What the client did at the forward proxy since it was taken. */
  counts(): ConnectionCounts
  release(): void
}

export interface ClientPool {
  /**
   * A client whose route leads through a proxy, or directly. `alone`: one that has served nobody, and that goes away
   * with the lease.
   */
  take(proxy: string | undefined, alone: boolean): Promise<ClientLease>
  close(): Promise<void>
}

/** The newest profile of the library; the fingerprint test compares it with the Chromium that is installed. */
const PROFILE = `chrome_${CURRENT_CHROME}` as const
/** Idle clients hold a few connections each. Sticky proxy sessions make many routes, each with clients of its own. */
const MAX_IDLE = 20
/** A client meets many hosts; most of them never again. */
const MAX_CONNECTIONS = 8
const CONNECTION_IDLE_MS = 30_000

interface Entry {
  proxy: string | undefined
  client: Transport
  login: ProxyLogin
}

/**
 * Clients of the native library, which keeps the connection of a request that was given up. Each has a login of its
 * own at the forward proxy, so that its connections can be cut. The library is loaded with the first one.
 */
export function createClientPool(
  egress: Egress,
  { ignoreTlsErrors }: { ignoreTlsErrors: boolean },
): ClientPool {
  const idle: Entry[] = []
  const all = new Set<Entry>()
  let closed = false

  async function create(proxy: string | undefined): Promise<Entry> {
    const { createTransport } = await loadWreq()
    const login = await egress.proxyLogin(proxy)
    const client = await createTransport({
      browser: PROFILE,
      os: 'windows',
      emulation: { origHeaders: FIRST_HEADERS, http1Options: HTTP1, http2Options: HTTP2 },
      proxy: login.url,
      insecure: ignoreTlsErrors,
      // The roots that Node brings too; reading the system's as well makes a new client three times as costly.
      trustStore: 'mozilla',
      poolMaxSize: MAX_CONNECTIONS,
      poolIdleTimeout: CONNECTION_IDLE_MS,
    })
    const entry = { proxy, client, login }
    all.add(entry)
    return entry
  }

  function release(entry: Entry): void {
    if (!closed) idle.push(entry)
    if (closed || idle.length > MAX_IDLE) void drop(closed ? entry : idle.shift()!)
  }

  async function drop(entry: Entry): Promise<void> {
    all.delete(entry)
    await Promise.all([entry.client.close(), entry.login.close()])
  }

  return {
    async take(proxy, alone) {
      const at = alone ? -1 : idle.findLastIndex((entry) => entry.proxy === proxy)
      const entry = at < 0 ? await create(proxy) : idle.splice(at, 1)[0]!
      const { client, login } = entry
      login.resetCounts()
      return {
        client,
        cut: login.closeConnections,
        counts: login.counts,
        release: () => (alone ? void drop(entry) : release(entry)),
      }
    },
    async close() {
      closed = true
      idle.length = 0
      await Promise.all([...all].map(drop))
    },
  }
}
