import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { Dispatcher } from 'undici'
import type { Relay } from '../connect/dialer.ts'
import { EGRESS_ERROR_HEADER, UpstreamLoginRefused } from './proxy-error.ts'

/** Headers that belong to one connection (RFC 9110 section 7.6.1), and those that undici sets itself. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
])

const IDLE_MS = 120_000

/** Forwards a plain http request, and the response back; bodies are streamed and stay encoded as they are. */
export async function forwardRequest(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  via: { dispatcher: Dispatcher; relay: Relay | undefined; signal: AbortSignal },
): Promise<void> {
  const path = `${url.pathname}${url.search}`
  const headers = endToEndHeaders(request.rawHeaders, request.headers.connection)
  const answer = await via.dispatcher.request({
    origin: via.relay?.origin ?? url.origin,
    path: via.relay ? `${url.origin}${path}` : path,
    method: (request.method ?? 'GET') as Dispatcher.HttpMethod,
    // The target's name comes from the request line that was checked, never from the client's Host header.
    headers: ['host', url.host, ...headers, ...(via.relay?.headers.flat() ?? [])],
    body: hasBody(request) ? request : null,
    signal: via.signal,
    headersTimeout: IDLE_MS,
    bodyTimeout: IDLE_MS,
    responseHeaders: 'raw',
  })
  if (via.relay && answer.statusCode === 407) {
    await answer.body.dump()
    throw new UpstreamLoginRefused()
  }
  const raw = answer.headers as unknown as Buffer[]
  response.sendDate = false
  try {
    response.writeHead(answer.statusCode, answer.statusText, endToEndHeaders(raw.map(latin1)))
  } catch (error) {
    answer.body.destroy()
    throw error
  }
  await pipeline(answer.body, response)
}

/** Names and values, in their order, that are meant for the other end; `host` is left to who writes the request. */
export function endToEndHeaders(rawHeaders: string[], connection = ''): string[] {
  const alsoDropped = connection.split(',').map((token) => token.trim().toLowerCase())
  const kept: string[] = []
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!.toLowerCase()
    const dropped = HOP_BY_HOP.has(name) || name === EGRESS_ERROR_HEADER || alsoDropped.includes(name)
    if (!dropped && name !== 'host') kept.push(rawHeaders[i]!, rawHeaders[i + 1]!)
  }
  return kept
}

/** Whether a body follows the head of a request. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0
}

function latin1(bytes: Buffer | string): string {
  return bytes.toString('latin1' as BufferEncoding)
}
