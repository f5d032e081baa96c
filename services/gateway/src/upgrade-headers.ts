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
  'x-organization-id',
  'x-request-id',
] as const

/** Headers of one connection (RFC 9110, 7.6.1): a refusal is passed on without them. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade'])

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

/** The headers that are passed on: headers that only a proxy may set are not taken from the caller, but say where the caller is. */
export function headersOfUpgrade({ headers }: IncomingMessage, address: string): Record<string, string> {
  const carried = CARRIED.flatMap((name) => {
    const value = headers[name]
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  return {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'x-forwarded-for': address,
    ...Object.fromEntries(carried),
  }
}

/** A reply's header lines. With `ends` (a refusal) they close the connection, and the body follows without chunks. */
export function headerLines(reply: IncomingMessage, ends: boolean): string {
  let lines = ends ? 'Connection: close\r\n' : ''
  for (let i = 0; i < reply.rawHeaders.length; i += 2) {
    const name = reply.rawHeaders[i]!
    if (!ends || !HOP_BY_HOP.has(name.toLowerCase())) lines += `${name}: ${reply.rawHeaders[i + 1]}\r\n`
  }
  return lines
}
