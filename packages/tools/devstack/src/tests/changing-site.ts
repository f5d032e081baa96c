import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A message as it came. */
export interface Received {
  path: string
  headers: NodeJS.Dict<string | string[]>
  body: string
}

/** A site whose pages may be changed, and a receiver of webhooks. */
export interface ChangingSite {
  origin: string
  port: number
  /** HTML by path; another path answers 404. */
  pages: Map<string, string>
  received: Received[]
  close(): void
}

export async function startChangingSite(): Promise<ChangingSite> {
  const server = createServer(async (request, response) => {
    if (request.method === 'POST')
      site.received.push({ path: request.url!, headers: request.headers, body: await text(request) })
    const page = request.method === 'POST' ? '' : site.pages.get(request.url!)
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' })
    response.end(page ?? '<p>No such page.</p>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const site: ChangingSite = {
    origin: `http://127.0.0.1:${port}`,
    port,
    pages: new Map(),
    received: [],
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return site
}
