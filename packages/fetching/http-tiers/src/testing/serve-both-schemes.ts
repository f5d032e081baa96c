import { createServer as createHttp, type RequestListener } from 'node:http'
import { createServer as createHttps, type ServerOptions } from 'node:https'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface BothSchemes {
  port: number
  close(): Promise<void>
}

/** A server of 127.0.0.1 that speaks http and https on one port, as hosts on standard ports seem to do. */
export async function serveBothSchemes(tls: ServerOptions, handle: RequestListener): Promise<BothSchemes> {
  const sockets = new Set<Socket>()
  const plain = createHttp(handle)
  const secure = createHttps(tls, handle)
  secure.on('tlsClientError', () => {})
  const front = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    socket.once('readable', () => {
      const first = socket.read() as Buffer | null
      if (!first) return void socket.destroy()
      socket.unshift(first)
      // 22: a TLS handshake record.
      ;(first[0] === 22 ? secure : plain).emit('connection', socket)
    })
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  return {
    port: (front.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        front.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
