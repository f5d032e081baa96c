import type { IncomingMessage } from 'node:http'

/** What a WebSocket's opening may carry on: its own headers, and who is calling. */
const CARRIED = [
  'authorization',
  'origin',
  'sec-websocket-extensions',
  'sec-websocket-key',
  'sec-websocket-protocol',
  'sec-websocket-version',
  'user-agent',
  'x-api-key',
  'x-request-id',
] as const

/** Headers that tell of the connection, not of the answer, and so end with it (RFC 9110, 7.6.1). */
const OF_THE_CONNECTION = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
])

/** RFC 6455, 4.1: a GET of HTTP/1.1 without a body. A body would be read by the other side as a request of its own. */
export function isWebSocketUpgrade({ method, httpVersion, headers }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    httpVersion === '1.1' &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    headers['transfer-encoding'] === undefined &&
    (headers['content-length'] ?? '0') === '0'
  )
}

/** The headers that are passed on: nothing that a proxy says of a caller is taken from the caller. */
export function headersOfUpgrade({ headers }: IncomingMessage): Record<string, string> {
  const carried = CARRIED.flatMap((name) => {
    const value = headers[name]
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  return { connection: 'Upgrade', upgrade: 'websocket', ...Object.fromEntries(carried) }
}

/** An answer's header lines. Of a refusal they say that the connection ends; its body comes as it is, without chunks. */
export function headerLines(reply: IncomingMessage, ends: boolean): string {
  let lines = ends ? 'Connection: close\r\n' : ''
  for (let i = 0; i < reply.rawHeaders.length; i += 2) {
    const name = reply.rawHeaders[i]!
    if (!ends || !OF_THE_CONNECTION.has(name.toLowerCase()))
      lines += `${name}: ${reply.rawHeaders[i + 1]}\r\n`
  }
  return lines
}
