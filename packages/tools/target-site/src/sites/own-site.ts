import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** A website on a port of its own, for what belongs to a whole site: its robots.txt, its sitemap, its paths. */
export interface OwnSite {
  /** Its start page. */
  url: string
  port: number
  /** How often each path (with its query) was asked for. */
  hits: ReadonlyMap<string, number>
  /** The most requests that were open at once. */
  readonly mostAtOnce: number
  close(): Promise<void>
}

export interface Visit {
  request: IncomingMessage
  response: ServerResponse
  url: URL
}

/** Answers one request; a string is an HTML page, undefined is 404, and `sent` what was answered by the handler itself. */
export type SiteHandler = (visit: Visit) => string | typeof SENT | undefined

export const SENT = Symbol('sent')

/** Starts a site on 127.0.0.1, on any port that is free unless one is given. `startPath` is where its start page lies. */
export async function startOwnSite(
  handle: SiteHandler,
  { startPath = '/', port: wished = 0 } = {},
): Promise<OwnSite> {
  const hits = new Map<string, number>()
  const sockets = new Set<Socket>()
  let open = 0
  let mostAtOnce = 0

  const server = createServer({ keepAliveTimeout: 30_000 }, (request, response) => {
    const path = request.url ?? '/'
    hits.set(path, (hits.get(path) ?? 0) + 1)
    mostAtOnce = Math.max(mostAtOnce, ++open)
    response.once('close', () => open--)
    const url = new URL(path, `http://${request.headers.host}`)
    const answer = handle({ request, response, url })
    if (answer === SENT) return
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(answer ?? '<!doctype html><title>Not found</title><h1>There is no such page</h1>')
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(wished, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}${startPath}`,
    port,
    hits,
    get mostAtOnce() {
      return mostAtOnce
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** Sends bytes of any type. */
export function sendFile(
  { response }: Visit,
  body: string | Uint8Array,
  headers: Record<string, string> = {},
  status = 200,
): typeof SENT {
  response.writeHead(status, { 'content-type': 'application/xml', ...headers })
  response.end(body)
  return SENT
}
