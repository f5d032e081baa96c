import type { Socket } from 'node:net'

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

/** Closes each of two sockets with the other one, once it has passed on what it was given. */
export function endTogether(client: Socket, target: Socket): void {
  const destroyBoth = () => {
    client.destroy()
    target.destroy()
  }
  for (const [socket, other] of [
    [client, target],
    [target, client],
  ] as const) {
    socket.setTimeout(IDLE_MS, destroyBoth)
    socket.setNoDelay(true)
    socket.on('error', destroyBoth)
    socket.once('close', () => other.destroySoon())
    socket.once('end', () => {
      for (const one of [client, target]) one.setTimeout(HALF_OPEN_MS)
    })
  }
}
