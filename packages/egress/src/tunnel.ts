import type { Socket } from 'node:net'

/** A tunnel in which neither side says anything for this long is closed. */
const IDLE_MS = 120_000
/** What is left of a tunnel when one side has ended: time to finish sending, not to linger. */
const HALF_OPEN_MS = 30_000

/** Answers a CONNECT with success and joins both sockets until one of them closes. */
export function joinTunnel(client: Socket, target: Socket, head: Buffer): void {
  if (client.destroyed) {
    target.destroy()
    return
  }
  const destroyBoth = () => {
    client.destroy()
    target.destroy()
  }
  for (const socket of [client, target]) {
    socket.setTimeout(IDLE_MS, destroyBoth)
    socket.setNoDelay(true)
    socket.on('error', destroyBoth)
    socket.once('close', destroyBoth)
    socket.once('end', () => {
      for (const one of [client, target]) one.setTimeout(HALF_OPEN_MS)
    })
  }
  client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
  if (head.length > 0) target.write(head)
  client.pipe(target)
  target.pipe(client)
}
