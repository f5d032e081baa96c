import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { selfSigned } from '@gleaner/target-site/tls/self-signed'

/** Names of the site: the one that is visited, and another site. All lead to one server, http and https on one port. */
export const HOSTS = ['harbour.example', 'island.example', 'upgraded.example'] as const

export interface Asked {
  path: string
  headers: IncomingMessage['headers']
  secure: boolean
}

export interface StateSite {
  port: number
  /** Its certificate, as PEM. */
  cert: string
  asked: Asked[]
  /** Pages by path; a function writes the response itself. */
  pages: Map<string, string | ((exchange: Exchange) => void)>
  close(): Promise<void>
}

export interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  url: URL
  /** Number of the connection, in the order they came. */
  connection: number
  /** What earlier requests on this connection left, such as a user name. */
  memory: Map<string, string>
}

interface Connection {
  number: number
  memory: Map<string, string>
}

/**
 * A website that records its requests and connections, for tests of what a browser carries from one visit to the next.
 */
export async function startStateSite(): Promise<StateSite> {
  const asked: Asked[] = []
  const pages: StateSite['pages'] = new Map()
  const connections = new WeakMap<Socket, Connection>()
  const sockets = new Set<Socket>()
  const certificate = selfSigned([...HOSTS])
  let opened = 0

  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://site')
    const secure = 'encrypted' in request.socket
    asked.push({ path: request.url ?? '', headers: request.headers, secure })
    const connection = connections.get(request.socket) ?? { number: ++opened, memory: new Map() }
    connections.set(request.socket, connection)
    const page = pages.get(url.pathname) ?? pages.get(`/${url.pathname.split('/')[1]}/*`)
    if (typeof page === 'function')
      return page({ request, response, url, connection: connection.number, memory: connection.memory })
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(page ?? 'nothing here')
  }
  const plain = createHttp(handle)
  // No certificate is asked of tier 4's browser by many sites, but some do.
  const secure = createHttps({ ...certificate, requestCert: true, rejectUnauthorized: false }, handle)
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
    asked,
    pages,
    close: () =>
      new Promise((resolve) => {
        front.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** The certificate that the visitor showed and whether its TLS session is an old one. */
export function tlsOf({ socket }: IncomingMessage): { certificate: string; resumed: boolean } {
  const tls = socket as TLSSocket
  return {
    certificate: tls.getPeerCertificate?.()?.fingerprint ?? '',
    resumed: tls.isSessionReused?.() ?? false,
  }
}
