import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { serveBothSchemes } from '@gleaner/http-tiers/testing/serve-both-schemes'
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
  const certificate = await selfSigned([...HOSTS])
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
  // No certificate is asked of tier 4's browser by many sites, but some do.
  const tls = { ...certificate, requestCert: true, rejectUnauthorized: false }
  const { port, close } = await serveBothSchemes(tls, handle)
  return { port, cert: certificate.cert, asked, pages, close }
}

/** The certificate that the visitor showed and whether its TLS session is an old one. */
export function tlsOf({ socket }: IncomingMessage): { certificate: string; resumed: boolean } {
  const tls = socket as TLSSocket
  return {
    certificate: tls.getPeerCertificate?.()?.fingerprint ?? '',
    resumed: tls.isSessionReused?.() ?? false,
  }
}
