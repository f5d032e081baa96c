import type { Socket } from 'node:net'
import type { Dispatcher } from 'undici'
import type { Relay } from '../connect/dialer.ts'

/** The dispatcher for the requests of one client connection. */
export type PinnedDispatchers = (client: Socket, relay: Relay | undefined) => Dispatcher

/**
 * A forward proxy's connections to targets, each pinned to the client connection that it serves. A login may belong to
 * a connection (NTLM, Negotiate), so what one client's connection opened serves no other, and ends with it: RFC 4559
 * section 6 asks that of every proxy.
 */
export function createPinnedDispatchers(create: (relay: Relay | undefined) => Dispatcher): PinnedDispatchers {
  const byClient = new WeakMap<Socket, Map<string, Dispatcher>>()

  function pin(client: Socket): Map<string, Dispatcher> {
    const byOrigin = new Map<string, Dispatcher>()
    byClient.set(client, byOrigin)
    client.once('close', () => {
      for (const dispatcher of byOrigin.values()) dispatcher.destroy().catch(() => {})
    })
    return byOrigin
  }

  return (client, relay) => {
    const byOrigin = byClient.get(client) ?? pin(client)
    const origin = relay?.origin ?? ''
    const dispatcher = byOrigin.get(origin) ?? create(relay)
    byOrigin.set(origin, dispatcher)
    return dispatcher
  }
}
