import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface LocalServer extends AsyncDisposable {
  port: number
  /** Connections that were opened so far. */
  connections(): number
}

/** A server on loopback, for the time of a test, that counts who connects. */
export function tcpServer(onSocket: (socket: Socket) => void, host = '127.0.0.1'): Promise<LocalServer> {
  return listening(createServer({ allowHalfOpen: true }, onSocket), host)
}

export function httpServer(onRequest: RequestListener, host = '127.0.0.1', port = 0): Promise<LocalServer> {
  return listening(createHttpServer(onRequest), host, port)
}

/**
 * Two servers on the same port of two addresses. The port that is free on one may be taken on the other by anybody
 * (tests run beside each other), so another one is tried then.
 */
export async function sameHttpServers(
  one: { host: string; onRequest: RequestListener },
  other: { host: string; onRequest: RequestListener },
): Promise<[LocalServer, LocalServer]> {
  for (;;) {
    const first = await httpServer(one.onRequest, one.host)
    try {
      return [first, await httpServer(other.onRequest, other.host, first.port)]
    } catch (error) {
      await first[Symbol.asyncDispose]()
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
  }
}

/** Sends bytes and resolves to everything received until the other side closes. */
export function sendRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' })
    let answer = ''
    socket.setEncoding('latin1')
    socket.on('data', (text) => {
      answer += text
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
    socket.write(bytes)
  })
}

async function listening(
  server: ReturnType<typeof createServer>,
  host: string,
  port = 0,
): Promise<LocalServer> {
  const sockets = new Set<Socket>()
  let opened = 0
  server.on('connection', (socket) => {
    opened++
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => opened,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
