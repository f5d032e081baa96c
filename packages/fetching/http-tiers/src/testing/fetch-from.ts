import type { AddressInfo, Server } from 'node:net'
import { createEgress, type Egress } from '@gleaner/egress'
import type { Fetcher, FetchRequest } from '../fetcher.ts'

/** Lets a server listen on loopback, over TLS, and fetches from it by a fetcher that may reach nothing else. */
export async function fetchFrom(server: Server, createFetcher: (egress: Egress) => Fetcher) {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const egress = createEgress({ allow: `127.0.0.1:${port}` })
  const fetcher = createFetcher(egress)
  return {
    fetcher,
    fetch: (path: string, more: Partial<FetchRequest> = {}) =>
      fetcher.fetch(
        { url: `https://127.0.0.1:${port}${path}`, method: 'GET', maxBytes: 10_000, ...more },
        AbortSignal.timeout(10_000),
      ),
    /** `hangUp` ends the server's connections, which closing it would wait for. */
    async close(hangUp: () => void) {
      await fetcher.close()
      await egress.close()
      hangUp()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
