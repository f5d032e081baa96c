import type { Impit } from 'impit'
import { CURRENT_CHROME } from '../identity/chrome-version.ts'
import { type Relay, startRelay } from './relay.ts'

/** A client that serves one request at a time. */
export interface ClientLease {
  client: Impit
  /** Ends whatever the client still has open. */
  cut(): void
  release(): void
}

export interface ClientPool {
  take(proxyUrl: string): Promise<ClientLease>
  close(): Promise<void>
}

/** The newest profile of the library; the fingerprint test compares it with the Chromium that is installed. */
const PROFILE = `chrome${CURRENT_CHROME}` as const
/** Idle clients hold a few connections each. Sticky proxy sessions make many ways out, each with clients of its own. */
const MAX_IDLE = 20
/** The library's own limit, which only has to outlast every deadline of ours. */
const LAST_RESORT_MS = 320_000

interface Entry {
  proxyUrl: string
  client: Impit
  relay: Relay
}

/**
 * Clients of the native library, which goes on with a request after its signal was aborted. Each has a relay of its
 * own in front of the forward proxy, so that its connections can be cut. The library is loaded with the first one.
 */
export function createClientPool({ ignoreTlsErrors }: { ignoreTlsErrors: boolean }): ClientPool {
  const idle: Entry[] = []
  const all = new Set<Entry>()
  let closed = false

  async function create(proxyUrl: string): Promise<Entry> {
    const { Impit } = await import('impit')
    const proxy = new URL(proxyUrl)
    const relay = await startRelay(Number(proxy.port))
    proxy.port = String(relay.port)
    const client = new Impit({
      browser: PROFILE,
      proxyUrl: proxy.href,
      ignoreTlsErrors,
      followRedirects: false,
      timeout: LAST_RESORT_MS,
    })
    const entry = { proxyUrl, client, relay }
    all.add(entry)
    return entry
  }

  function release(entry: Entry): void {
    if (!closed) idle.push(entry)
    if (closed || idle.length > MAX_IDLE) void drop(closed ? entry : idle.shift()!)
  }

  async function drop(entry: Entry): Promise<void> {
    all.delete(entry)
    await entry.relay.close()
  }

  return {
    async take(proxyUrl) {
      const at = idle.findLastIndex((entry) => entry.proxyUrl === proxyUrl)
      const entry = at < 0 ? await create(proxyUrl) : idle.splice(at, 1)[0]!
      return { client: entry.client, cut: entry.relay.cut, release: () => release(entry) }
    },
    async close() {
      closed = true
      idle.length = 0
      await Promise.all([...all].map(drop))
    },
  }
}
