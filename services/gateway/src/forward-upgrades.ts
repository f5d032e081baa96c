import { request as httpRequest, type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { API_ROOT, ERROR_STATUS, errorBody, uuidv7 } from '@gleaner/contracts'
import { socketTargetOf } from '@gleaner/firecrawl/socket-path'
import { createAddressReader } from '@gleaner/http-api/client-address'
import { manualLoginAt } from '@gleaner/manual-logins/socket-path'
import type { Context } from './context.ts'
import { headerLines, headersOfUpgrade, isWebSocketUpgrade } from './upgrade-headers.ts'

const CONNECT_MS = 5_000
/** How long what the realtime service has sent last may take to reach a slow client. In ms. */
const LAST_WORDS_MS = 5_000

/** The WebSockets that there are. A request's path is compared with them letter by letter: nothing in it is resolved. */
const WEBSOCKETS: ReadonlySet<string> = new Set([`${API_ROOT}/ws/jobs`])

type Refusal = { code: 'NOT_FOUND' | 'NOT_IMPLEMENTED' | 'SERVICE_UNAVAILABLE'; message: string }

const NO_WEBSOCKET: Refusal = { code: 'NOT_FOUND', message: 'There is no WebSocket here.' }
const NOT_SERVED: Refusal = {
  code: 'NOT_IMPLEMENTED',
  message: `Live updates over WebSocket are not served here yet; poll GET ${API_ROOT}/jobs/{job_id} instead.`,
}
const UNREACHABLE: Refusal = {
  code: 'SERVICE_UNAVAILABLE',
  message: 'Live updates are not available right now.',
}

/**
 * Passes WebSocket upgrades on to the realtime service, so that one port serves everything where no edge stands in
 * front. Only the declared WebSockets are: that service answers other things as well, and what comes through here would
 * look as if it came from inside.
 */
export function forwardUpgrades(server: Server, ctx: Pick<Context, 'config' | 'logger' | 'forwarded'>): void {
  const realtimeUrl = ctx.config.REALTIME_URL
  const addressOf = createAddressReader(ctx.config.TRUST_PROXY)
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    const [path = '', ...query] = (request.url ?? '').split('?')
    const isDeclared =
      WEBSOCKETS.has(path) || socketTargetOf(path) !== undefined || manualLoginAt(path) !== undefined
    if (!realtimeUrl && (isDeclared || path === API_ROOT)) return refuse(socket, NOT_SERVED)
    if (!realtimeUrl || !isDeclared || !isWebSocketUpgrade(request)) return refuse(socket, NO_WEBSOCKET)
    // The server does not know them any more, and would wait for them in vain when it closes.
    const forwarded = { end: () => socket.destroy() }
    ctx.forwarded.add(forwarded)
    socket.once('close', () => ctx.forwarded.delete(forwarded))
    const target = new URL(realtimeUrl)
    target.pathname = path
    target.search = query.join('?')
    join(target, request, addressOf(request), socket, head, (error) => {
      ctx.logger.warn({ err: error }, 'the realtime service is not reachable')
      refuse(socket, UNREACHABLE)
    })
  })
}

function join(
  target: URL,
  request: IncomingMessage,
  address: string,
  socket: Socket,
  head: Buffer,
  onError: (error: Error) => void,
): void {
  const upstream = httpRequest(target, {
    headers: { ...headersOfUpgrade(request, address), host: target.host },
    agent: false,
    timeout: CONNECT_MS,
  })
  socket.once('close', () => upstream.destroy())
  upstream.on('upgrade', (reply, upstreamSocket, upstreamHead) => {
    upstreamSocket.setTimeout(0)
    socket.write(`${statusLine(reply)}${headerLines(reply, false)}\r\n`)
    socket.write(upstreamHead)
    upstreamSocket.write(head)
    upstreamSocket.on('error', () => socket.destroy())
    // What was said last, why the other side closes, may still be on its way.
    upstreamSocket.on('close', () => socket.end().setTimeout(LAST_WORDS_MS, () => socket.destroy()))
    socket.on('close', () => upstreamSocket.destroy())
    upstreamSocket.pipe(socket).pipe(upstreamSocket)
  })
  upstream.on('response', (reply) => {
    socket.write(`${statusLine(reply)}${headerLines(reply, true)}\r\n`)
    reply.pipe(socket)
  })
  upstream.on('timeout', () => upstream.destroy(new Error('the realtime service did not answer in time')))
  upstream.on('error', onError)
  upstream.end()
}

function statusLine(reply: IncomingMessage): string {
  return `HTTP/1.1 ${reply.statusCode} ${reply.statusMessage}\r\n`
}

function refuse(socket: Duplex, { code, message }: Refusal): void {
  if (socket.destroyed) return
  const body = JSON.stringify(errorBody(code, message, `req_${uuidv7()}`))
  const status = ERROR_STATUS[code]
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}
