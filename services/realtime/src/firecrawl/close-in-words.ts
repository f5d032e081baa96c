import type { SocketTarget } from '@gleaner/firecrawl/socket-path'
import type { WebSocket } from 'ws'
import type { Close } from '../ws/close-codes.ts'

/** Of a close frame (RFC 6455, 5.5): what is longer is cut. In bytes. */
const REASON_BYTES = 123
/** A client that is closed has so long to close as well. In ms. */
const ANSWER_MS = 2_000

/** What closes a WebSocket that follows nothing. */
export const NOT_FOUND = { code: 1008, reason: 'Job not found' } as const

/** Closes a socket with a reason that one of the published clients reads as JSON. */
export function closeInWords(socket: WebSocket, { code, reason }: Close | typeof NOT_FOUND): void {
  const around = Buffer.byteLength(JSON.stringify({ type: 'error', error: '' }))
  const error = Buffer.from(reason)
    .subarray(0, REASON_BYTES - around - 2)
    .toString()
    .replaceAll(/["\\]/g, "'")
  socket.close(code, JSON.stringify({ type: 'error', error }))
  const ending = setTimeout(() => socket.terminate(), ANSWER_MS)
  socket.once('close', () => clearTimeout(ending))
}

/** Clients of the newer dialect read errors as messages, those of the older one in the close frame. */
export function sendError(socket: WebSocket, { dialect }: SocketTarget, error: string): void {
  if (dialect !== 'v1' && socket.readyState === socket.OPEN)
    socket.send(JSON.stringify({ type: 'error', error }))
}
