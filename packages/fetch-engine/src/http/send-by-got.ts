import { type ClientRequest, type RequestOptions, request as requestHttp1 } from 'node:http'
import type { Egress } from '@gleaner/egress'
import { gotScraping, type Request } from 'got-scraping'
import http2Wrapper from 'http2-wrapper'
import type { Hop, HopAnswer, HopFailure, Reading } from '../exchange.ts'
import { asHeaderBytes } from '../header-bytes.ts'
import { type Connection, connect } from './connect.ts'
import { http1Headers } from './http1-headers.ts'
import type { KeptSessions } from './kept-sessions.ts'
import { priorityLast } from './priority-last.ts'
import { readStream } from './read-stream.ts'

export interface GotOptions {
  egress: Egress
  sessions: KeptSessions
  /** Accept certificates that nobody vouches for (an intranet's own). */
  ignoreTlsErrors: boolean
}

/**
 * One request by got-scraping. What the library would do by itself (dial, follow, retry, decode, invent and sort
 * headers) is taken over: connections go through the door, and headers leave exactly as the identity says.
 */
export async function sendByGot(
  options: GotOptions,
  hop: Hop,
  reading: Reading,
): Promise<HopAnswer | HopFailure> {
  const way = `${hop.proxy ?? ''} ${hop.url.origin}`
  const kept = hop.alone || http1Only(hop) ? undefined : options.sessions.take(way)
  const result = await exchange(options, { way, kept }, hop, reading)
  // The target may have given up the kept session meanwhile; a request that changes nothing is then sent again.
  const wasStale = kept && result.kind === 'failed' && result.reason === 'network_error'
  if (!wasStale || hop.method !== 'GET' || reading.signal.aborted) return result
  return exchange(options, { way, kept: undefined }, hop, reading)
}

interface Way {
  /** Names the way and the origin at its end. */
  way: string
  kept: Connection | undefined
}

async function exchange(
  { egress, sessions, ignoreTlsErrors }: GotOptions,
  { way, kept }: Way,
  hop: Hop,
  reading: Reading,
): Promise<HopAnswer | HopFailure> {
  const progress: { connection?: Connection } = {}

  async function request(url: URL, options: RequestOptions): Promise<ClientRequest> {
    const connection =
      kept ??
      (await connect(url, {
        egress,
        proxy: hop.proxy,
        tls: options as never,
        http1Only: http1Only(hop),
        signal: reading.signal,
      }))
    progress.connection = connection
    if (reading.signal.aborted) connection.close()
    return requestOver(connection, url, hop, contentLengthOf(options))
  }

  const stream = gotScraping.stream({
    url: hop.url.href,
    method: hop.method,
    headers: Object.fromEntries(asHeaderBytes(hop.headers)),
    ...(hop.body !== undefined && { body: hop.body }),
    https: { rejectUnauthorized: !ignoreTlsErrors },
    // The library's hooks run first, and would choose a way of their own.
    hooks: {
      beforeRequest: [
        (options) => {
          options.request = request as never
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
    const result = await readStream(stream as Request, hop, reading, () => progress.connection !== undefined)
    isAnswered = result.kind === 'answer'
    return result
  } finally {
    const connection = progress.connection ?? kept
    if (connection && isAnswered && !hop.alone) sessions.keep(way, connection)
    else connection?.close()
  }
}

/** http2-wrapper refuses such a body. */
function http1Only({ method, body }: Hop): boolean {
  return method === 'DELETE' && body !== undefined
}

function requestOver(
  connection: Connection,
  url: URL,
  hop: Hop,
  contentLength: [string, string][],
): ClientRequest {
  const { method, path } = { method: hop.method, path: url.pathname + url.search }
  const ordered = [...contentLength, ...priorityLast(asHeaderBytes(hop.headers))]
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
