import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A message as it came. */
export interface Received {
  path: string
  headers: NodeJS.Dict<string | string[]>
  body: string
}

/** A site with one page, which may be changed, and a receiver of webhooks. */
export interface ChangingSite {
  origin: string
  port: number
  /** HTML of the page at every path. */
  page: string
  received: Received[]
  close(): void
}

export async function startChangingSite(page: string): Promise<ChangingSite> {
  const server = createServer(async (request, response) => {
    if (request.method === 'POST')
      site.received.push({ path: request.url!, headers: request.headers, body: await text(request) })
    response.setHeader('content-type', 'text/html')
    response.end(request.method === 'POST' ? '' : site.page)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const site: ChangingSite = {
    origin: `http://127.0.0.1:${port}`,
    port,
    page,
    received: [],
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return site
}
