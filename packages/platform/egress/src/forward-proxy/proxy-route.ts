import type { Socket } from 'node:net'
import type { Dispatcher } from 'undici'
import type { Dialer, Relay } from '../connect/dialer.ts'
import { createDispatcher } from '../connect/dispatcher.ts'
import { createPinnedDispatchers } from './pinned-dispatchers.ts'

/** What a client of a forward proxy did since its counts were reset. */
export interface ConnectionCounts {
  /** Connections that sent a request. None: the client used one that it had kept. */
  connections: number
  /** Status of the last reply with which the forward proxy itself refused a request. */
  refusedStatus: number | undefined
}

/** Where the requests of one client of a forward proxy go (directly, or through an upstream), with what is open for them. */
export interface ProxyRoute {
  readonly dialer: Dialer
  /** Sends the plain http requests of one connection of the client: to targets, or unchanged to an http upstream. */
  dispatcherFor(client: Socket, relay: Relay | undefined): Dispatcher
  /** Counts a connection of the client, once. */
  track(client: Socket): void
  recordRefusal(status: number): void
  counts(): ConnectionCounts
  resetCounts(): void
  /** Closes what the client has open; it may connect again. */
  closeConnections(): void
}

export function createProxyRoute(dialer: Dialer, connectTimeoutMs: number): ProxyRoute {
  const clients = new Set<Socket>()
  let counts: ConnectionCounts = { connections: 0, refusedStatus: undefined }
  const dispatcherFor = createPinnedDispatchers((relay) =>
    createDispatcher({ open: relay?.open ?? dialer.open, connectTimeoutMs }),
  )

  return {
    dialer,
    dispatcherFor,
    track(client) {
      if (clients.has(client)) return
      counts.connections++
      clients.add(client)
      client.once('close', () => clients.delete(client))
    },
    recordRefusal(status) {
      counts.refusedStatus = status
    },
    counts: () => counts,
    resetCounts() {
      counts = { connections: 0, refusedStatus: undefined }
    },
    closeConnections() {
      for (const client of clients) client.destroy()
    },
  }
}
