import type { IncomingMessage } from 'node:http'

export interface ReceivedRequest {
  method: string
  /** Path and query as sent. */
  path: string
  httpVersion: string
  /** Names and values as sent, in the order they were sent. */
  headers: [name: string, value: string][]
  /** Its first 100,000 characters. */
  body: string
}

const KEPT = 1_000
const KEPT_BODY = 100_000

export function recordRequest(log: ReceivedRequest[], request: IncomingMessage, body: Buffer): void {
  if (log.length >= KEPT) log.shift()
  log.push({
    method: request.method ?? '',
    path: request.url ?? '',
    httpVersion: request.httpVersion,
    headers: headersInOrder(request),
    body: body.toString().slice(0, KEPT_BODY),
  })
}

export function headersInOrder(request: IncomingMessage): [string, string][] {
  const raw = request.rawHeaders
  return raw.flatMap((name, index) => (index % 2 ? [] : [[name, raw[index + 1]!] as [string, string]]))
}
