import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { endToEndHeaders, hasBody } from './forward-request.ts'
import { endTogether } from './tunnel.ts'

/** Errors of parsing a response (undici) and of writing its head again (node:http). */
const UNREADABLE = /^(?:HPE_|UND_ERR_RES|UND_ERR_HEADERS_OVERFLOW|ERR_INVALID_CHAR|ERR_INVALID_HTTP_TOKEN)/

/** Whether a target's response breaks the rules of HTTP, so that a strict parser refuses what a browser shows. */
export function isUnreadable(error: unknown): boolean {
  const { name, code } = error as { name?: string; code?: string }
  return name === 'HTTPParserError' || UNREADABLE.test(code ?? '')
}

/** Whether sending the request a second time changes nothing at the target. */
export function isRepeatable(request: IncomingMessage): boolean {
  return (request.method === 'GET' || request.method === 'HEAD') && !hasBody(request)
}

/** Sends the request on a fresh connection and pipes the response's bytes to the client unparsed; both connections end with it. */
export function passThroughRaw(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  target: Socket,
): void {
  const client = request.socket
  const headers = ['Host', url.host, ...endToEndHeaders(request.rawHeaders, request.headers.connection)]
  const lines = headers.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${headers[i + 1]}\r\n`] : []))
  endTogether(client, target)
  response.detachSocket(client)
  target.write(
    `${request.method} ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('')}Connection: close\r\n\r\n`,
  )
  target.pipe(client)
}
