import { createServer, request as httpRequest, type IncomingMessage, type RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { duplexPair, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { SERVER_OPTIONS } from './server-options.ts'

/** What of a request says who asks, and which of its requests this one belongs to. */
const WHO_ASKS = ['authorization', 'user-agent', 'x-api-key', 'x-forwarded-for', 'x-organization-id'] as const

/** A `fetch` whose requests are those of whoever sent `outer`: with its credentials, from its address. */
export type FetchFor = (outer: IncomingMessage, requestId?: string) => typeof fetch

/**
 * Calls the endpoints of `app` from within its own process, for doors that translate another API: each call passes the same checks, limits
 * and bounds as one from outside, and closes as one does. The host of an address is not looked at. Headers that a call names itself stand.
 */
export function fetchInside(app: RequestListener): FetchFor {
  // Never listens: its connections are handed to it.
  const server = createServer(SERVER_OPTIONS, app)
  return (outer, requestId) => async (input, init) => {
    const asked = new Request(input, init)
    asked.signal.throwIfAborted()
    const headers = { ...identityOf(outer), ...(requestId && { 'x-request-id': requestId }) }
    const { pathname, search } = new URL(asked.url)
    const sent = httpRequest({
      method: asked.method,
      path: pathname + search,
      headers: { ...headers, ...Object.fromEntries(asked.headers), connection: 'close' },
      signal: asked.signal,
      createConnection: () => connect(server, outer),
    })
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      sent.once('response', resolve)
      sent.once('error', reject)
    })
    void sendBody(asked, sent)
    return toResponse(asked, await answered)
  }
}

function identityOf(outer: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    WHO_ASKS.flatMap((name) => {
      const value = outer.headers[name]
      return value === undefined ? [] : [[name, String(value)]]
    }),
  )
}

function connect(server: ReturnType<typeof createServer>, outer: IncomingMessage): Socket {
  const [near, far] = duplexPair()
  const { remoteAddress, remoteFamily, remotePort } = outer.socket
  server.emit('connection', Object.assign(far, { remoteAddress, remoteFamily, remotePort }))
  return near as Socket
}

async function sendBody(asked: Request, sent: ReturnType<typeof httpRequest>): Promise<void> {
  if (!asked.body) return void sent.end()
  const body = Readable.fromWeb(asked.body as Parameters<typeof Readable.fromWeb>[0])
  // Not waited for: a reply may come before all of the body was taken. What goes wrong, the request itself reports.
  await pipeline(body, sent).catch(() => undefined)
}

/** RFC 9110: statuses whose replies have no body. */
const BODYLESS = new Set([204, 205, 304])

function toResponse(asked: Request, reply: IncomingMessage): Response {
  const status = reply.statusCode!
  const headers = new Headers()
  for (let at = 0; at < reply.rawHeaders.length; at += 2)
    headers.append(reply.rawHeaders[at]!, reply.rawHeaders[at + 1]!)
  if (!BODYLESS.has(status) && asked.method !== 'HEAD')
    return new Response(Readable.toWeb(reply) as ReadableStream, { status, headers })
  reply.resume()
  return new Response(null, { status, headers })
}
