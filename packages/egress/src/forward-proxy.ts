import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Dispatcher } from 'undici'
import { bareHost } from './allow-list.ts'
import { createDispatcher } from './dispatcher.ts'
import { AddressNotAllowed } from './egress.ts'
import { forwardRequest } from './forward-request.ts'
import { createProxyAccess } from './proxy-access.ts'
import { errorHeaders, type ProxyError, proxyErrorOf } from './proxy-error.ts'
import { isRepeatable, isUnreadable, relayUnread } from './relay-unread.ts'
import { joinTunnel } from './tunnel.ts'
import { portOf } from './url-guard.ts'

/** How connections leave: directly, or through another proxy. */
export interface Route {
  /** Opens a byte stream to a target that the guard has let through by its name. */
  open(hostname: string, port: number): Promise<Socket>
  /** How a plain http request for this host goes to an http upstream unchanged, when it may. */
  relay?(hostname: string): Promise<Relay | undefined>
}

export interface Relay {
  origin: string
  /** Lower-case name, value. */
  headers: [string, string][]
  open(): Promise<Socket>
}

export interface RunningProxy {
  url: string
  server: string
  /** None when it listens nowhere. */
  port: number | undefined
  /** Serves a connection that was accepted elsewhere, where only those can connect who may. */
  accept(socket: Socket): void
  touch(): void
  idleMs(): number
  close(): Promise<void>
}

export interface ForwardProxyOptions {
  checkUrl: (url: string) => URL
  route: Route
  connectTimeoutMs: number
  /** The user whose processes need no credentials; by default our own. */
  uid?: number | undefined
  /** False: it serves only what it is handed. */
  listens?: boolean
}

const MAX_HEADER_BYTES = 64 * 1024
const MAX_CONNECTIONS = 4096
/** Browsers open connections ahead of need, so the wait for a request's head is long. */
const HEAD_TIMEOUT_MS = 60_000

/** Starts a forward proxy, on a random port of 127.0.0.1 unless told otherwise. It answers CONNECT and absolute-form requests only. */
export async function startForwardProxy(options: ForwardProxyOptions): Promise<RunningProxy> {
  const { checkUrl, route, connectTimeoutMs, listens = true } = options
  const access = createProxyAccess(options.uid)
  const accepted = new WeakSet<Socket>()
  const dispatcher = createDispatcher({ open: route.open, connectTimeoutMs })
  const sockets = new Set<Socket>()
  let lastUsedAt = Date.now()
  let relays: Dispatcher | undefined

  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: HEAD_TIMEOUT_MS,
    requestTimeout: 0,
    keepAliveTimeout: HEAD_TIMEOUT_MS,
  })
  server.maxConnections = MAX_CONNECTIONS
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => {
      sockets.delete(socket)
      lastUsedAt = Date.now()
    })
  })
  server.on('request', (request, response) => void onRequest(request, response))
  server.on('connect', (request, socket, head) => void onConnect(request, socket as Socket, head))
  server.on('upgrade', (_request, socket) => socket.destroy())
  // A malformed head or a head that does not come gets no answer: a browser's idle connection would keep it.
  server.on('clientError', (_error, socket) => socket.destroy())

  const isGranted = async (request: IncomingMessage) =>
    accepted.has(request.socket) || access.isGranted(request)

  async function onRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      if (!(await isGranted(request))) throw UNAUTHORIZED
      const url = targetOf(request.url ?? '')
      checkUrl(url.href)
      const relay = await route.relay?.(bareHost(url.hostname))
      if (relay) relays ??= createDispatcher({ open: relay.open, connectTimeoutMs })
      const via = { dispatcher: relay ? relays! : dispatcher, relay }
      await forwardRequest(request, response, url, via).catch(async (error: unknown) => {
        const again = isUnreadable(error) && isRepeatable(request) && !relay && !response.headersSent
        if (!again) throw error
        relayUnread(request, response, url, await route.open(bareHost(url.hostname), portOf(url)))
      })
    } catch (error) {
      const failure = proxyErrorOf(error)
      if (response.headersSent) response.destroy()
      else response.writeHead(failure.status, errorHeaders(failure)).end(`${failure.message}\n`)
    }
  }

  async function onConnect(request: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    try {
      if (!(await isGranted(request))) throw UNAUTHORIZED
      const { host, port: targetPort } = authorityOf(request.url ?? '')
      checkUrl(`http://${host.includes(':') ? `[${host}]` : host}:${targetPort}/`)
      const target = await route.open(host, targetPort)
      joinTunnel(socket, target, head)
    } catch (error) {
      if (!socket.writable) return
      const failure = proxyErrorOf(error)
      const lines = Object.entries(errorHeaders(failure)).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.end(`HTTP/1.1 ${failure.status} ${failure.kind}\r\n${lines.join('')}\r\n${failure.message}\n`)
      // What a client still has to say is not waited for.
      socket.setTimeout(5_000, () => socket.destroy())
    }
  }

  if (listens) {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(0, '127.0.0.1', resolve)
    })
  }
  const port = (server.address() as AddressInfo | null)?.port

  return {
    url: `http://${access.credentials}@127.0.0.1:${port}`,
    server: `http://127.0.0.1:${port}`,
    port,
    accept(socket) {
      accepted.add(socket)
      server.emit('connection', socket)
    },
    touch: () => {
      lastUsedAt = Date.now()
    },
    idleMs: () => (sockets.size > 0 ? 0 : Date.now() - lastUsedAt),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await Promise.all([closed, dispatcher.destroy(), relays?.destroy()])
    },
  }
}

const UNAUTHORIZED: ProxyError = {
  status: 407,
  kind: 'unauthorized',
  message: 'This proxy serves the processes that started it',
}

/** The target of an absolute-form request. Anything else (a path, another scheme) is not for a proxy. */
function targetOf(requestUrl: string): URL {
  const url = /^http:\/\//i.test(requestUrl) ? URL.parse(requestUrl) : null
  if (url === null) throw new AddressNotAllowed('Only CONNECT and http:// requests are served')
  return url
}

/** The target of a CONNECT request (`host:port`, RFC 9110 section 9.3.6). */
function authorityOf(authority: string): { host: string; port: number } {
  const valid = /^[^\s/?#@\\%]+:\d{1,5}$/.test(authority)
  const url = valid ? URL.parse(`http://${authority}/`) : null
  if (url === null) throw new AddressNotAllowed('CONNECT needs host:port')
  return { host: bareHost(url.hostname), port: portOf(url) }
}
