import type { Socket } from 'node:net'
import type { Dispatcher } from 'undici'
import { createDispatcher } from './dispatcher.ts'
import { perClient } from './per-client.ts'
import type { Relay, Route } from './route.ts'

/** What has come by on a way. */
export interface Passed {
  /** Connections that asked for something. None: their client used one that it had kept. */
  connections: number
  /** Status of the last answer with which the forward proxy itself refused a request. */
  refusedStatus: number | undefined
}

/** Where the requests of one client of a forward proxy go, with all that is open for them. */
export interface Way {
  readonly route: Route
  /** Sends the plain http requests of one connection of the client: to targets, or unchanged to an http upstream. */
  dispatcherFor(client: Socket, relay: Relay | undefined): Dispatcher
  /** Takes note of a connection of the client, once for each. */
  enter(client: Socket): void
  refused(status: number): void
  seen(): Passed
  reset(): void
  /** Closes what the client has open; it may connect again. */
  cut(): void
  close(): Promise<void>
}

export function createWay(route: Route, connectTimeoutMs: number): Way {
  const clients = new Set<Socket>()
  let seen: Passed = { connections: 0, refusedStatus: undefined }
  const onward = perClient((relay) => createDispatcher({ open: relay?.open ?? route.open, connectTimeoutMs }))

  const cut = () => {
    for (const client of clients) client.destroy()
  }

  return {
    route,
    dispatcherFor: onward.of,
    enter(client) {
      if (clients.has(client)) return
      seen.connections++
      clients.add(client)
      client.once('close', () => clients.delete(client))
    },
    refused(status) {
      seen.refusedStatus = status
    },
    seen: () => seen,
    reset() {
      seen = { connections: 0, refusedStatus: undefined }
    },
    cut,
    async close() {
      cut()
      await onward.close()
    },
  }
}
