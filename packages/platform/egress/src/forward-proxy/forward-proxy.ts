import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { AddressNotAllowed } from '../policy/address-not-allowed.ts'
import { bareHost } from '../policy/allow-list.ts'
import { portOf } from '../policy/url-guard.ts'
import { forwardRequest } from './forward-request.ts'
import { errorHeaders, type ProxyError, proxyErrorOf } from './proxy-error.ts'
import type { ProxyRoute } from './proxy-route.ts'
import { isRepeatable, isUnreadable, passThroughRaw } from './raw-pass-through.ts'
import { joinTunnel } from './tunnel.ts'

export interface RunningProxy {
  /** None when it listens nowhere. */
  port: number | undefined
  /** Serves a connection that was accepted elsewhere. */
  accept(socket: Socket): void
  touch(): void
  idleMs(): number
  close(): Promise<void>
}

export interface ForwardProxyOptions {
  checkUrl: (url: string) => URL
  /** The route of a request's client; undefined: the client is not authorized. */
  routeOf: (request: IncomingMessage) => ProxyRoute | undefined | Promise<ProxyRoute | undefined>
  /** False: it serves accepted connections only. */
  listens: boolean
}

const MAX_HEADER_BYTES = 64 * 1024
const MAX_CONNECTIONS = 4096
/** Browsers open connections ahead of need, so the wait for a request's head is long. */
const HEAD_TIMEOUT_MS = 60_000
/** Longer than a target may take. A server that does not listen has no other limit: it checks no head time-outs. */
const SILENCE_MS = 130_000

/**
 * Starts a forward proxy, where it listens on a random port of 127.0.0.1. It serves CONNECT and absolute-form requests only.
 */
export async function startForwardProxy(options: ForwardProxyOptions): Promise<RunningProxy> {
  const { checkUrl, listens } = options
  const sockets = new Set<Socket>()
  /** Client connections that a target's bytes are passed on to as they are. */
  const passedThrough = new WeakSet<Socket>()
  let lastUsedAt = Date.now()

  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: HEAD_TIMEOUT_MS,
    requestTimeout: 0,
    keepAliveTimeout: HEAD_TIMEOUT_MS,
  })
  server.maxConnections = MAX_CONNECTIONS
  server.timeout = SILENCE_MS
  server.on('connection', (socket) => {
    sockets.add(socket)
    // Its close follows.
    socket.on('error', () => undefined)
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

  async function routeFor(request: IncomingMessage, client: Socket): Promise<ProxyRoute> {
    const route = await options.routeOf(request)
    if (route === undefined) throw UNAUTHORIZED
    route.track(client)
    return route
  }

  async function onRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let route: ProxyRoute | undefined
    const gone = untilClosed(response)
    // Where that response ends is not known here, so nothing can follow it on its connection.
    if (passedThrough.has(request.socket)) return void request.socket.destroy()
    try {
      route = await routeFor(request, request.socket)
      const { dialer } = route
      const url = targetOf(request.url ?? '')
      checkUrl(url.href)
      const host = bareHost(url.hostname)
      const relay = await dialer.relay?.(host)
      const via = { dispatcher: route.dispatcherFor(request.socket, relay), relay, signal: gone }
      await forwardRequest(request, response, url, via).catch(async (error: unknown) => {
        const again = isUnreadable(error) && isRepeatable(request) && !relay && !response.headersSent
        if (!again) throw error
        const target = await dialer.open(host, portOf(url), gone)
        passedThrough.add(request.socket)
        passThroughRaw(request, response, url, target)
      })
    } catch (error) {
      const failure = proxyErrorOf(error)
      route?.recordRefusal(failure.status)
      if (response.headersSent) response.destroy()
      else response.writeHead(failure.status, errorHeaders(failure)).end(`${failure.message}\n`)
    }
  }

  async function onConnect(request: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    let route: ProxyRoute | undefined
    if (passedThrough.has(socket)) return void socket.destroy()
    try {
      route = await routeFor(request, socket)
      const { host, port: targetPort } = authorityOf(request.url ?? '')
      checkUrl(`http://${host.includes(':') ? `[${host}]` : host}:${targetPort}/`)
      const target = await route.dialer.open(host, targetPort, untilClosed(socket))
      joinTunnel(socket, target, head)
    } catch (error) {
      const failure = proxyErrorOf(error)
      route?.recordRefusal(failure.status)
      if (!socket.writable) return
      const lines = Object.entries(errorHeaders(failure)).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.end(`HTTP/1.1 ${failure.status} ${failure.kind}\r\n${lines.join('')}\r\n${failure.message}\n`)
      // What a client still sends is not waited for.
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
    port,
    accept(socket) {
      if (sockets.size < MAX_CONNECTIONS) server.emit('connection', socket)
      else socket.destroy()
    },
    touch: () => {
      lastUsedAt = Date.now()
    },
    idleMs: () => (sockets.size > 0 ? 0 : Date.now() - lastUsedAt),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** Aborts when the client has gone: nothing is opened for it any more. */
function untilClosed(client: Socket | ServerResponse): AbortSignal {
  const gone = new AbortController()
  client.once('close', () => gone.abort())
  if (client.destroyed) gone.abort()
  return gone.signal
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
