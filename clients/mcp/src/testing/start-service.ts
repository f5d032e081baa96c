import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Fleet, startFleet } from '@gleaner/devstack'
import { FLEET_UNDER_TEST } from '@gleaner/devstack/testing/fleet-under-test'
import type { Service } from './connect.ts'
import { openAccount, type Visitor } from './open-account.ts'

/** A fleet, and a website of pages that a test makes. */
export interface ServiceUnderTest extends Service {
  fleet: Fleet
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const home = await mkdtemp(join(tmpdir(), 'gleaner-mcp-'))
  const fleet = await startFleet({
    home,
    port: 0,
    env: { ...FLEET_UNDER_TEST, EGRESS_ALLOW: host, OAUTH_REGISTRATION: 'true' },
  })
  const { info } = fleet
  const url = new URL(info.base_url).origin
  return {
    fleet,
    url,
    visitor: await openAccount({ url }),
    key: info.api_key,
    site: info.sample_site,
    ownSite: `http://${host}`,
    pages,
    async close() {
      await fleet.stop()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(home, { recursive: true, force: true, maxRetries: 20 })
    },
  }
}
