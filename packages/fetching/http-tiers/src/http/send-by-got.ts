import { type ClientRequest, type RequestOptions, request as requestHttp1 } from 'node:http'
import type { Egress } from '@gleaner/egress'
import { gotScraping, type Request } from 'got-scraping'
import http2Wrapper from 'http2-wrapper'
import { asHeaderBytes } from '../tier/header-bytes.ts'
import type { HttpFailure, HttpRequest, HttpResponse, ReadOptions } from '../tier/transport.ts'
import { type Connection, connect } from './connect.ts'
import { http1Headers, ONLY_HTTP2 } from './http1-headers.ts'
import { priorityLast } from './priority-last.ts'
import { readStream } from './read-stream.ts'
import type { SessionPool } from './session-pool.ts'

export interface GotOptions {
  egress: Egress
  sessions: SessionPool
  /** Accept certificates of unknown authorities (an intranet's own). */
  ignoreTlsErrors: boolean
}

/**
 * One request by got-scraping. What the library would do by itself (dial, follow, retry, decode, invent and sort
 * headers) is taken over: connections keep to the egress policy, and headers leave exactly as the identity says.
 */
export async function sendByGot(
  options: GotOptions,
  request: HttpRequest,
  reading: ReadOptions,
): Promise<HttpResponse | HttpFailure> {
  const key = `${request.proxy ?? ''} ${request.url.origin}`
  const kept = request.alone || http1Only(request) ? undefined : options.sessions.take(key)
  const result = await sendOnce(options, { key, kept }, request, reading)
  // The target may have closed the kept session meanwhile; a request that changes nothing is then sent again.
  const wasStale = kept && result.kind === 'failed' && result.reason === 'network_error'
  if (!wasStale || request.method !== 'GET' || reading.signal.aborted) return result
  return sendOnce(options, { key, kept: undefined }, request, reading)
}

interface PooledSession {
  /** Names origin and proxy route. */
  key: string
  kept: Connection | undefined
}

async function sendOnce(
  { egress, sessions, ignoreTlsErrors }: GotOptions,
  { key, kept }: PooledSession,
  request: HttpRequest,
  reading: ReadOptions,
): Promise<HttpResponse | HttpFailure> {
  const progress: { connection?: Connection } = {}

  async function openRequest(url: URL, options: RequestOptions): Promise<ClientRequest> {
    const connection =
      kept ??
      (await connect(url, {
        egress,
        proxy: request.proxy,
        tls: options as never,
        http1Only: http1Only(request),
        signal: reading.signal,
      }))
    progress.connection = connection
    if (reading.signal.aborted) connection.close()
    return requestOver(connection, url, request, contentLengthOf(options))
  }

  const stream = gotScraping.stream({
    url: request.url.href,
    method: request.method,
    headers: Object.fromEntries(asHeaderBytes(request.headers)),
    ...(request.body !== undefined && { body: request.body }),
    https: { rejectUnauthorized: !ignoreTlsErrors },
    // The library's hooks run first, and would choose connections of their own.
    hooks: {
      beforeRequest: [
        (options) => {
          options.request = openRequest as never
        },
      ],
    },
    useHeaderGenerator: false,
    followRedirect: false,
    throwHttpErrors: false,
    decompress: false,
    retry: { limit: 0 },
    timeout: {},
  })
  let isAnswered = false
  try {
    const result = await readStream(stream as Request, request, reading, {
      isSent: () => progress.connection !== undefined,
      wasCut: () => progress.connection?.protocol === 'h2' && progress.connection.wasReset(),
    })
    if (result.kind === 'failed') return result
    isAnswered = true
    return progress.connection?.protocol === 'h2' ? result : { ...result, unsent: ONLY_HTTP2 }
  } finally {
    const connection = progress.connection ?? kept
    if (connection && isAnswered && !request.alone) sessions.keep(key, connection)
    else connection?.close()
  }
}

/** http2-wrapper refuses such a body. */
function http1Only({ method, body }: HttpRequest): boolean {
  return method === 'DELETE' && body !== undefined
}

function requestOver(
  connection: Connection,
  url: URL,
  { method, headers: given }: HttpRequest,
  contentLength: [string, string][],
): ClientRequest {
  const path = url.pathname + url.search
  const ordered = [...contentLength, ...priorityLast(asHeaderBytes(given))]
  if (connection.protocol === 'h2') {
    const headers = Object.fromEntries(ordered)
    const { hostname: host, port } = url
    return http2Wrapper.request({
      method,
      path,
      headers,
      h2session: connection.session,
      host,
      port,
    } as never) as never
  }
  const request = requestHttp1({
    method,
    path,
    headers: http1Headers(url, ordered) as never,
    createConnection: () => connection.socket,
    setHost: false,
    insecureHTTPParser: true,
    maxHeaderSize: MAX_HEADER_BYTES,
  })
  // A stream out of a proxy's handshake comes paused, so that nothing is lost before somebody reads it.
  request.once('socket', (socket) => socket.resume())
  return request
}

/** The one header that the library works out; Chrome sends it before all others. */
function contentLengthOf({ headers }: RequestOptions): [string, string][] {
  const value = (headers as Record<string, string> | undefined)?.['content-length']
  return value === undefined ? [] : [['content-length', value]]
}

/** Sites send cookies and policies beyond Node's default of 16 KB. */
const MAX_HEADER_BYTES = 64 * 1024
