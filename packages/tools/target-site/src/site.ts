import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Server, Socket } from 'node:net'
import { createBenchPages } from './bench-pages.ts'
import { indexRoute } from './index-page.ts'
import { readBody } from './read-body.ts'
import { type ReceivedRequest, recordRequest } from './received-request.ts'
import { sendPage } from './respond.ts'
import type { Route, SiteMemory } from './route.ts'
import { routeGroups } from './routes.ts'
import { createTlsServer } from './tls-server.ts'
import { answerUpgrade } from './web-socket.ts'

export interface TargetSite {
  url: string
  port: number
  /** What was received, oldest first; the last 1,000. Requests to `/bench/` are not kept. */
  requests: ReceivedRequest[]
  close(): Promise<void>
}

export interface TargetSiteOptions {
  /** A free one when absent. */
  port?: number
  /** HTTPS with a certificate signed by itself: HTTP/2 and HTTP/1.1 by ALPN. */
  tls?: boolean
}

/** Starts the hostile sample website on 127.0.0.1. */
export async function startTargetSite({
  port = 0,
  tls = false,
}: TargetSiteOptions = {}): Promise<TargetSite> {
  const requests: ReceivedRequest[] = []
  const memory: SiteMemory = { counters: new Map(), tokens: new Set(), hellos: new Map() }
  const handler = createSiteHandler(requests, memory)
  const server = tls
    ? await createTlsServer(handler, memory.hellos)
    : createServer({ keepAliveTimeout: 30_000 }, handler)
  server.on('upgrade', answerUpgrade)
  const sockets = trackSockets(server)
  await listen(server, port)
  const { port: bound } = server.address() as AddressInfo
  const url = `${tls ? 'https' : 'http'}://127.0.0.1:${bound}`
  return { url, port: bound, requests, close: () => close(server, sockets) }
}

function createSiteHandler(requests: ReceivedRequest[], memory: SiteMemory) {
  const groups = routeGroups()
  const routes = [indexRoute(groups), ...groups.flatMap((group) => group.routes)]
  const benchPage = createBenchPages()
  const findRoute = createRouter(routes)
  return (request: IncomingMessage, response: ServerResponse): void => {
    const page = benchPage(request.url ?? '')
    if (page) {
      response.writeHead(200, page.headers)
      response.end(page.body)
      return
    }
    handle(request, response).catch((error) => {
      if (response.headersSent) response.destroy()
      else sendPage(response, { status: 500, title: 'Our mistake', body: `<pre>${String(error)}</pre>` })
    })
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', originOf(request))
    const body = await readBody(request)
    recordRequest(requests, request, body)
    const { route, rest } = findRoute(url.pathname)
    await route.handle({ request, response, url, rest, body, memory })
  }
}

function originOf({ headers, socket }: IncomingMessage): string {
  const host = headers.host ?? headers[':authority'] ?? '127.0.0.1' // the latter in HTTP/2
  return `${'encrypted' in socket && socket.encrypted ? 'https' : 'http'}://${host}`
}

const NOT_FOUND: Route = {
  path: '/404',
  about: 'What you get for an address that does not exist.',
  handle: ({ response }) =>
    sendPage(response, {
      status: 404,
      title: 'No such street',
      body: '<p>There is no such street in Port Selwyn. The <a href="/">town map</a> lists all there are.</p>',
    }),
}

function createRouter(routes: Route[]) {
  const exact = new Map(routes.map((route) => [route.path, route]))
  const prefixes = routes.filter((route) => route.path.endsWith('/*'))
  return (path: string): { route: Route; rest: string } => {
    const found = exact.get(path)
    if (found) return { route: found, rest: '' }
    const prefix = prefixes.find((route) => path.startsWith(route.path.slice(0, -1)))
    return { route: prefix ?? NOT_FOUND, rest: prefix ? path.slice(prefix.path.length - 1) : '' }
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
}

function trackSockets(server: Server): Set<Socket> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return sockets
}

function close(server: Server, sockets: Set<Socket>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    for (const socket of sockets) socket.destroy()
  })
}
