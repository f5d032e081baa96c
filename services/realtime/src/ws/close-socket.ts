import type { WebSocket } from 'ws'
import type { Close } from './close-codes.ts'

/** A client that is closed has so long to close as well. In ms. */
const ANSWER_MS = 2_000

/** Closes a client's socket in words, and ends it when the client does not answer. */
export function closeSocket(socket: WebSocket, { code, reason }: Close): void {
  socket.close(code, reason)
  const ending = setTimeout(() => socket.terminate(), ANSWER_MS)
  socket.once('close', () => clearTimeout(ending))
}
