import http2, { type ClientHttp2Session, type ClientHttp2Stream, type OutgoingHttpHeaders } from 'node:http2'
import { isIP, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls'
import type { Egress } from '@gleaner/egress'
import { onAbort } from '@gleaner/runtime/until'

/** A connection that is ready for one request. `wasReset`: whether the last one's stream ended by a reset, or with the connection. */
export type Connection =
  | { protocol: 'http/1.1'; socket: Socket; close(): void }
  | { protocol: 'h2'; session: ClientHttp2Session; wasReset(): boolean; close(): void }

export interface ConnectOptions {
  egress: Egress
  /** Proxy that the connection leads through, when one was chosen. */
  proxy: string | undefined
  /** Ciphers, curves and checks as got-scraping chose them for the browser. */
  tls: ConnectionOptions
  /** Offer HTTP/1.1 only. */
  http1Only: boolean
  signal: AbortSignal
}

/** Chrome's HTTP/2 settings. Source: recorded from Chromium 156. */
const H2_SETTINGS = {
  headerTableSize: 65_536,
  enablePush: false,
  initialWindowSize: 6_291_456,
  maxHeaderListSize: 262_144,
}
/** In Chrome's order; Node sends them as they stand in the object. */
const PSEUDO_HEADERS: OutgoingHttpHeaders = {
  ':method': undefined,
  ':authority': undefined,
  ':scheme': undefined,
  ':path': undefined,
}
/** The connection window that Chrome opens right after its settings, in bytes. */
const H2_WINDOW = 15_728_640

/** Opens a connection, secures it for https, and agrees on a protocol. */
export async function connect(url: URL, options: ConnectOptions): Promise<Connection> {
  const { egress, proxy: upstream, signal } = options
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  const stream = await egress.connect(url.hostname, port, { upstream, signal })
  if (url.protocol === 'http:') return { protocol: 'http/1.1', socket: stream, close: () => stream.destroy() }
  const socket = await secure(stream, url, options)
  if (socket.alpnProtocol !== 'h2') return { protocol: 'http/1.1', socket, close: () => socket.destroy() }

  const session = http2.connect(url.origin, { createConnection: () => socket, settings: H2_SETTINGS })
  // Its streams report what goes wrong; a session without a listener would end the process.
  session.on('error', () => {})
  session.once('connect', () => session.setLocalWindowSize(H2_WINDOW))
  const wasReset = watchStreams(session)
  const close = () => {
    session.destroy()
    socket.destroy()
  }
  return { protocol: 'h2', session, wasReset, close }
}

/**
 * Lets requests name method, authority, scheme and path in Chrome's order, whatever order a library has. Returns whether
 * the last request's stream ended with an error: to its reader it seems to end like any other.
 */
function watchStreams(session: ClientHttp2Session): () => boolean {
  const request = session.request.bind(session)
  let last: ClientHttp2Stream | undefined
  session.request = (headers, options) => {
    last = request({ ...PSEUDO_HEADERS, ...(headers as OutgoingHttpHeaders) }, options)
    return last
  }
  return () => last !== undefined && (last.rstCode ?? 0) !== http2.constants.NGHTTP2_NO_ERROR
}

function secure(stream: Socket, url: URL, { tls, http1Only, signal }: ConnectOptions): Promise<TLSSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<TLSSocket>()
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const socket = connectTls({
    ...tls,
    socket: stream,
    host,
    servername: isIP(host) === 0 ? host : '',
    ALPNProtocols: http1Only ? ['http/1.1'] : ['h2', 'http/1.1'],
  })
  const watched = onAbort(signal, () => socket.destroy(new Error('aborted')))
  socket.once('error', reject)
  socket.once('close', () =>
    reject(Object.assign(new Error('The connection was closed'), { code: 'ECONNRESET' })),
  )
  socket.once('secureConnect', () => {
    watched[Symbol.dispose]()
    socket.off('error', reject)
    socket.on('error', () => {})
    resolve(socket)
  })
  return promise
}
