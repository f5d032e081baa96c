import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

/** Two joined connections in which nothing moves for this long are closed. */
const IDLE_MS = 120_000
/** What is left of them when one side has ended: time to finish sending, not to linger. */
const HALF_OPEN_MS = 30_000

/** Answers a CONNECT with success and joins both sockets until one of them closes. */
export function joinTunnel(client: Socket, target: Socket, head: Buffer): void {
  if (client.destroyed) {
    target.destroy()
    return
  }
  endTogether(client, target)
  client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
  if (head.length > 0) target.write(head)
  client.pipe(target)
  target.pipe(client)
}

/**
 * Closes each of two sockets with the other one, once it has passed on what it was given; by a reset when the other one
 * broke off or nothing moves: a client would take a close for the end of a body without a length.
 */
export function endTogether(client: Socket, target: Socket): void {
  const resetBoth = () => {
    reset(client)
    reset(target)
  }
  for (const [socket, other] of [
    [client, target],
    [target, client],
  ] as const) {
    socket.setTimeout(IDLE_MS, resetBoth)
    socket.setNoDelay(true)
    // Its close follows.
    socket.on('error', () => undefined)
    socket.once('close', (isBroken) => {
      // Where all of it had come, only what was still being sent to it is lost.
      if (isBroken && !socket.readableEnded) reset(other)
      else other.destroySoon()
    })
    socket.once('end', () => {
      for (const one of [client, target]) one.setTimeout(HALF_OPEN_MS)
    })
  }
}

/** A connection inside another one, to a proxy over TLS, cannot be reset. */
function reset(socket: Socket): void {
  if (socket instanceof TLSSocket) socket.destroy()
  else socket.resetAndDestroy()
}
