import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createEgress, type Egress } from '@gleaner/egress'
import type { Fetcher, FetchOutcome } from '@gleaner/http-tiers'
import { createCurlFetcher } from '@gleaner/http-tiers/curl'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createBrowserFetcher } from '../fetcher.ts'
import { CHROMIUM } from './chromium-path.ts'
import { htmlWith, ODD_RESPONSES, type OddResponse } from './odd-responses.ts'

/** Asks tier 1 for every odd answer, and a browser for those at the places that `isWanted` chooses. */
export function testOddResponses(isWanted: (place: number) => boolean): void {
  describe('odd answers', () => {
    let server: Server
    let egress: Egress
    let tiers: Record<string, Fetcher>
    let origin: string
    let bytes = ''
    const open = new Set<Socket>()

    beforeAll(async () => {
      server = createServer((socket) => {
        open.add(socket)
        socket.on('error', () => socket.destroy())
        socket.once('data', (head) => {
          const isOdd = head.toString('latin1').startsWith('GET /odd')
          socket.end(Buffer.from(isOdd ? bytes : htmlWith('200 OK'), 'latin1'))
        })
      })
      await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
      const { port } = server.address() as AddressInfo
      origin = `http://127.0.0.1:${port}`
      egress = createEgress({ allow: `127.0.0.1:${port}` })
      tiers = {
        1: createCurlFetcher({ egress }),
        4: createBrowserFetcher({ egress, executablePath: CHROMIUM, profile: 'full', maxPages: 1 }),
      }
    })
    afterAll(async () => {
      await Promise.all(Object.values(tiers).map((fetcher) => fetcher.close()))
      await egress.close()
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    })

    function ask(tier: '1' | '4', odd: OddResponse): Promise<FetchOutcome> {
      bytes = odd.bytes
      const request = {
        url: `${origin}/odd`,
        method: 'GET' as const,
        maxBytes: 1_000_000,
        browser: { removeCookieBanners: false },
      }
      return tiers[tier]!.fetch(request, AbortSignal.timeout(25_000))
    }

    const all = ODD_RESPONSES.map((odd) => [odd.name, odd] as const)

    test.each(all.filter((_, place) => isWanted(place)))('%s, in a browser', async (_name, odd) => {
      expect(await ask('4', odd)).toMatchObject(odd.outcome)
    })

    test.each(all)('%s, at tier 1', async (_name, odd) => {
      expect(await ask('1', odd)).toMatchObject(odd.plain ?? odd.outcome)
    })
  })
}
