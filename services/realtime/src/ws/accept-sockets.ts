import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type Caller, findKeyFault } from '@gleaner/accounts'
import { API_ROOT } from '@gleaner/contracts'
import { type SocketTarget, socketTargetOf } from '@gleaner/firecrawl/socket-path'
import { createAddressReader } from '@gleaner/http-api/client-address'
import { createGuessLimit } from '@gleaner/http-api/limits/guess-limit'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Context } from '../context.ts'
import { closeInWords, sendError } from '../firecrawl/close-in-words.ts'
import { serveFirecrawl } from '../firecrawl/serve-firecrawl.ts'
import { admitViewer, type ViewerDoor, viewerDoorOf } from '../manual-logins/admit-viewer.ts'
import { serveViewer } from '../manual-logins/serve-viewer.ts'
import { authenticateUpgrade, type UpgradeAuthentication } from './authenticate-upgrade.ts'
import { CLOSE, type Close, KEY_FAULTS } from './close-codes.ts'
import { closeSocket } from './close-socket.ts'
import { type Connection, type ConnectionContext, serveConnection } from './connection.ts'
import { createConnections } from './connections.ts'
import { readOpening } from './read-opening.ts'

export const JOBS_PATH = `${API_ROOT}/ws/jobs`

export interface Sockets {
  start(): void
  stop(): Promise<void>
}

/** What a WebSocket is for: our own messages, a browser that is shown, or what clients of Firecrawl's API follow. */
type Door = 'jobs' | ViewerDoor | SocketTarget

/** Far more than any message of a client needs. In bytes. */
const MESSAGE_MAX = 16 * 1024

/**
 * Serves the WebSockets on `server`. Every opening is accepted, and closed with the reason where it is refused: a browser shows no
 * status of a failed opening. Any origin may connect, as no browser sends a key by itself.
 */
export function acceptSockets(server: Server, ctx: Context): Sockets {
  const { config, pool, hub, updates, makers, feeds, authenticators, logger, metrics } = ctx
  const authentication: UpgradeAuthentication = {
    pool,
    authenticators,
    guesses: createGuessLimit(ctx.limits),
    addressOf: createAddressReader(config.REALTIME_TRUST_PROXY),
  }
  const noteUse = (caller: Caller) => {
    if (caller.kind === 'key') ctx.keyUses.note(caller.apiKeyId, caller.address)
  }
  const connections = createConnections(ctx)
  const open = metrics.gauge('gleaner_websockets_open')
  const closed = metrics.counter('gleaner_websockets_closed_total')
  const webSockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MESSAGE_MAX,
    // Results compress well, and would take 0.3 MB of memory and much of the processor's time for each connection.
    perMessageDeflate: false,
    handleProtocols: (_offered, request) => readOpening(request).protocol ?? false,
  })

  async function accept(request: IncomingMessage, socket: Duplex, head: Buffer, door: Door): Promise<void> {
    const { caller, close } = await authenticateUpgrade(authentication, request)
    const ticket = caller && isViewer(door) ? await admitViewer(pool, request, caller, door) : undefined
    if (socket.destroyed) return
    webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      webSocket.on('close', (code) => closed.inc({ code: CODES.has(code) ? code : 'other' }))
      const refusal = caller ? connections.refusalOf(caller.accountId) : close
      if (refusal) refuse(webSocket, refusal, door)
      else if (isViewer(door) && ticket === undefined) refuse(webSocket, CLOSE.badTicket, door)
      else serve(webSocket, caller!, door, ticket)
    })
  }

  const served: ConnectionContext = {
    hub,
    pool,
    updates,
    makers,
    logger,
    noteUse,
    feeds,
    takeMessage: connections.takeMessage,
  }

  function connectionOf(webSocket: WebSocket, caller: Caller, door: Door, ticket = ''): Connection {
    if (door === 'jobs') return serveConnection(served, webSocket, caller)
    if (!isViewer(door)) return serveFirecrawl(served, webSocket, caller, door)
    return serveViewer(ctx, webSocket, caller, { id: door.manualLoginId, ticket })
  }

  function serve(webSocket: WebSocket, caller: Caller, door: Door, ticket?: string): void {
    const connection = connectionOf(webSocket, caller, door, ticket)
    const unwatch = ctx.watchedCallers.watch(caller, () => void closeInvalid(connection))
    connections.add(connection)
    open.set(connections.size)
    webSocket.on('close', () => {
      unwatch()
      connections.delete(connection)
      open.set(connections.size)
    })
  }

  async function closeInvalid(connection: Connection): Promise<void> {
    const { caller } = connection
    if (caller.kind === 'user') return connection.close(CLOSE.badToken)
    const fault = await findKeyFault(pool, caller).catch(() => undefined)
    connection.close(KEY_FAULTS[fault ?? 'unknown'])
  }

  server.on('upgrade', (request, socket, head) => {
    const path = request.url?.split('?')[0] ?? ''
    const door = path === JOBS_PATH ? 'jobs' : (viewerDoorOf(path) ?? socketTargetOf(path))
    if (!door) {
      answerNotFound(socket)
      return
    }
    const onEarlyError = () => socket.destroy()
    socket.on('error', onEarlyError)
    accept(request, socket, head, door)
      .catch((error: unknown) => {
        logger.error({ err: error }, 'a WebSocket could not be opened')
        socket.destroy()
      })
      .finally(() => socket.off('error', onEarlyError))
  })

  return {
    start: connections.start,
    stop: connections.stop,
  }
}

/** The ones that have a series of their own: a client may close with any. */
const CODES = new Set([
  1000,
  1001,
  1006,
  ...[...Object.values(CLOSE), KEY_FAULTS.unknown].map(({ code }) => code),
])

function isViewer(door: Door): door is ViewerDoor {
  return typeof door === 'object' && 'manualLoginId' in door
}

function refuse(webSocket: WebSocket, close: Close, door: Door): void {
  webSocket.on('error', () => {})
  if (door === 'jobs' || isViewer(door)) closeSocket(webSocket, close)
  else {
    sendError(webSocket, door, close.reason)
    closeInWords(webSocket, close)
  }
}

function answerNotFound(socket: Duplex): void {
  socket.on('error', () => socket.destroy())
  socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
}
