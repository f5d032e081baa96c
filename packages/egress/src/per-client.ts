import type { Socket } from 'node:net'
import type { Dispatcher } from 'undici'
import type { Relay } from './route.ts'

/** Onward connections of a forward proxy, kept apart by the connection they serve. */
export interface PerClient {
  of(client: Socket, relay: Relay | undefined): Dispatcher
  close(): Promise<void>
}

/**
 * A login may belong to a connection (NTLM, Negotiate), so what one client's connection opened serves no other, and
 * ends with it: RFC 4559 section 6 asks that of every proxy.
 */
export function perClient(create: (relay: Relay | undefined) => Dispatcher): PerClient {
  const byClient = new Map<Socket, Map<string, Dispatcher>>()

  function opened(client: Socket): Map<string, Dispatcher> {
    const ways = new Map<string, Dispatcher>()
    byClient.set(client, ways)
    client.once('close', () => {
      byClient.delete(client)
      for (const dispatcher of ways.values()) dispatcher.destroy().catch(() => {})
    })
    return ways
  }

  return {
    of(client, relay) {
      const ways = byClient.get(client) ?? opened(client)
      const way = relay?.origin ?? ''
      const dispatcher = ways.get(way) ?? create(relay)
      ways.set(way, dispatcher)
      return dispatcher
    },
    async close() {
      const all = [...byClient.values()].flatMap((ways) => [...ways.values()])
      await Promise.all(all.map((dispatcher) => dispatcher.destroy()))
    },
  }
}
