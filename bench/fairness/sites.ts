import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startLinkedSite } from '../crawl/linked-site.ts'
import type { Sites } from './attacks.ts'

const PARAGRAPH = `<p>${'The keeper trims the wick at dusk, notes the weather, and winds the clockwork of the lens. '.repeat(4)}</p>`
const PAGE = `<!doctype html><html lang="en"><head><title>A page</title></head><body><main><h1>A page</h1>${PARAGRAPH.repeat(50)}</main></body></html>`

/** More than a crawl of the bench scrapes while another account is watched. */
const LINKED_PAGES = 10_000

/** The websites of the bench, and their end. Paths that begin with `/hang` are never answered. */
export async function startSites(): Promise<Sites & { close(): void }> {
  const servers = [createServer(answer), createServer(() => {})]
  const [fast, silent] = await Promise.all(servers.map(listen))
  const linked = await startLinkedSite({ pages: LINKED_PAGES })
  return {
    fast: fast!,
    silent: silent!,
    linked: linked.url,
    close: () => {
      linked.close()
      for (const server of servers) {
        server.close()
        server.closeAllConnections()
      }
    },
  }
}

const answer: Parameters<typeof createServer>[1] = (request: { url?: string }, response) => {
  if (request.url?.startsWith('/hang')) return
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(PAGE)
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
