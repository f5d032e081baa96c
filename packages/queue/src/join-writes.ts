import type { Socket } from 'node:net'

/**
 * Sends together what is written to a socket within one turn of the event loop. A write wakes the process at the other end, which costs
 * both sides more than a short command does.
 */
export function joinWrites(socket: Socket): void {
  const write = socket.write
  let isHeld = false
  const send = () => {
    isHeld = false
    socket.uncork()
  }
  socket.write = (...args: unknown[]) => {
    if (!isHeld) {
      isHeld = true
      socket.cork()
      setImmediate(send)
    }
    return Reflect.apply(write, socket, args)
  }
}
