import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way through which connections can be cut that their client would keep. */
export interface Relay {
  port: number
  /** Cuts what is open; new connections pass as before. */
  cut(): void
  /** What has come by since `reset`. */
  seen(): Passed
  reset(): void
  close(): Promise<void>
}

export interface Passed {
  /** Connections that were opened. None: the client used one that it had kept. */
  connections: number
  /** Status of the last answer with which the forward proxy refused a connection, which its client does not tell. */
  refusedStatus: number | undefined
}

/** The start of an answer that the door gave itself (`x-egress-error`), whatever it was asked. */
const REFUSAL = /^HTTP\/1\.1 (\d{3}) [\s\S]*?\r\nx-egress-error:/i

/** Passes connections on to a port of loopback, where the door's forward proxy asks for its credentials. */
export async function startRelay(targetPort: number): Promise<Relay> {
  const sockets = new Set<Socket>()
  let seen: Passed = { connections: 0, refusedStatus: undefined }
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => sockets.delete(socket))
    socket.setNoDelay(true)
  }
  const server = createServer((client) => {
    seen.connections++
    const target = connect(targetPort, '127.0.0.1')
    track(client)
    track(target)
    client.once('close', () => target.destroy())
    target.once('close', () => client.destroy())
    target.once('data', (chunk: Buffer) => {
      const status = REFUSAL.exec(chunk.toString('latin1', 0, 512))?.[1]
      if (status !== undefined) seen.refusedStatus = Number(status)
    })
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
    seen: () => seen,
    reset: () => {
      seen = { connections: 0, refusedStatus: undefined }
    },
    async close() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
