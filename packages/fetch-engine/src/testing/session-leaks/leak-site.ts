import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { selfSigned } from '@gleaner/target-site/tls/self-signed'

/** A request that came. */
export interface Came {
  /** As the request names it, without its port. */
  host: string
  secure: boolean
  path: string
  headers: IncomingMessage['headers']
}

export interface LeakSite {
  port: number
  /** Its certificate, as PEM. */
  cert: string
  /** Oldest first. */
  came: Came[]
  close(): Promise<void>
}

export type Respond = (came: Came, response: ServerResponse) => void

/** A server of 127.0.0.1 that has many names, http and https on one port, and records what reaches it. */
export async function startLeakSite(hosts: readonly string[], respond: Respond): Promise<LeakSite> {
  const certificate = selfSigned([...hosts])
  const came: Came[] = []
  const sockets = new Set<Socket>()

  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const { headers, url: path = '/' } = request
    const host = (headers.host ?? '').replace(/:\d+$/, '')
    const arrived = { host, secure: 'encrypted' in request.socket, path, headers }
    came.push(arrived)
    request.resume()
    respond(arrived, response)
  }
  const plain = createHttp(handle)
  const secure = createHttps(certificate, handle)
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
    cert: certificate.cert,
    came,
    close: () =>
      new Promise((resolve) => {
        front.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
