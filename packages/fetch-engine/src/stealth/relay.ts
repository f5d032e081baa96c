import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way through which connections can be cut that their client would keep. */
export interface Relay {
  port: number
  /** Cuts what is open; new connections pass as before. */
  cut(): void
  close(): Promise<void>
}

/** Passes connections on to a port of loopback, where the door's forward proxy asks for its credentials. */
export async function startRelay(targetPort: number): Promise<Relay> {
  const sockets = new Set<Socket>()
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => sockets.delete(socket))
    socket.setNoDelay(true)
  }
  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1')
    track(client)
    track(target)
    client.once('close', () => target.destroy())
    target.once('close', () => client.destroy())
    client.pipe(target).pipe(client)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    async close() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
