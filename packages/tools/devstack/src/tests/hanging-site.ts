import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A site with pages at once, and without an answer below `/hang`. */
export interface HangingSite {
  origin: string
  port: number
  close(): void
}

export async function startHangingSite(): Promise<HangingSite> {
  const server = createServer((request, response) => {
    if (request.url!.startsWith('/hang')) return
    response.setHeader('content-type', 'text/html')
    response.end(
      `<title>Page</title><main><h1>Page</h1>${'<p>Words of a page that is there.</p>'.repeat(9)}</main>`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
