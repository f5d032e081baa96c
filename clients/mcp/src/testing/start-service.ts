import { createServer } from 'node:http'
import { type SharedFleet, shareFleet } from '@gleaner/devstack/testing/shared-fleet'
import type { Service } from './connect.ts'
import { openAccount, type Visitor } from './open-account.ts'

/** The shared fleet, and a website of pages that a test makes. */
export interface ServiceUnderTest extends Service {
  fleet: SharedFleet
  /** The website to practise on. */
  site: string
  /** Where what `pages` holds is served: `/name`. */
  ownSite: string
  pages: Map<string, string>
  /** Somebody with another account. */
  visitor: Visitor
  close(): Promise<void>
}

export async function startService(): Promise<ServiceUnderTest> {
  const pages = new Map<string, string>()
  const server = createServer((request, response) => {
    const page = pages.get(request.url!.slice(1))
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(page ?? '<h1>There is no such page</h1>')
  })
  const fleet = await shareFleet()
  const { info, url, ports } = fleet
  await new Promise<void>((resolve) => server.listen(ports[0], '127.0.0.1', resolve))
  return {
    fleet,
    url,
    visitor: await openAccount({ url }),
    key: info.api_key,
    site: info.sample_site,
    ownSite: `http://127.0.0.1:${ports[0]}`,
    pages,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
