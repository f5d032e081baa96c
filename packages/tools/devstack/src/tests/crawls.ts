import { HOSTILE_FILES, startHostileFilesSite } from '@gleaner/target-site/sites/hostile-files'
import { type LinkedSite, startLinkedSite } from '@gleaner/target-site/sites/linked-site'
import type { OwnSite } from '@gleaner/target-site/sites/own-site'
import { HONEST_PATHS, startTrapSite, TRAPS } from '@gleaner/target-site/sites/traps'
import { eventually } from '@gleaner/testkit'
import { describe, expect, test } from '@jest/globals'
import { openAccount } from '../testing/open-account.ts'
import type { StackUnderTest } from './stack-under-test.ts'

const HOSTILE = ['a bomb', 'index files in a circle', 'a billion laughs', 'robots.txt of wildcards']
const MAX_PAGES = 600

/** Sites to crawl; the fleet must be allowed to reach their hosts. */
export interface CrawledSites {
  plain: LinkedSite
  byName: ReadonlyMap<string, OwnSite>
  hosts: string[]
  close(): Promise<void>
}

/** A plain site, some with hostile files, and of the endless ones these. */
export async function startCrawledSites(endless: readonly string[]): Promise<CrawledSites> {
  const plain = await startLinkedSite(60)
  const byName = new Map<string, OwnSite>()
  for (const name of HOSTILE) byName.set(name, await startHostileFilesSite(HOSTILE_FILES[name]!))
  for (const name of endless) byName.set(name, await startTrapSite(TRAPS[name]!))
  const all = [plain, ...byName.values()]
  return {
    plain,
    byName,
    hosts: all.map(({ port }) => `127.0.0.1:${port}`),
    close: async () => void (await Promise.all(all.map((site) => site.close()))),
  }
}

interface Crawl {
  status: string
  end_reason: string | null
  completed: number
  failed: number
  traps: object[]
}

/** Crawls the sites that `startCrawledSites` has started, with those endless ones. */
export function describeCrawls(
  running: () => StackUnderTest,
  endless: readonly string[],
  sites: () => CrawledSites,
): void {
  describe('crawls through the whole fleet', () => {
    /** By an account of its own, as one has few crawls at once. */
    async function crawl(url: string, options: object = {}): Promise<Crawl> {
      const { fleet, pool } = running()
      const { base_url } = fleet.info
      const headers = { 'x-api-key': await openAccount(pool), 'content-type': 'application/json' }
      const body = JSON.stringify({ url, formats: ['text'], cost_controls: { max_tier: '2' }, ...options })
      const accepted = await fetch(`${base_url}/crawl`, { method: 'POST', headers, body })
      expect(accepted.status).toBe(202)
      const { crawl_id } = (await accepted.json()) as { crawl_id: string }
      return await eventually(
        async () => {
          const reply = await fetch(`${base_url}/crawl/${crawl_id}`, { headers })
          const state = (await reply.json()) as Crawl
          expect(['completed', 'failed', 'cancelled']).toContain(state.status)
          return state
        },
        { timeoutMs: 160_000 },
      )
    }

    // Each has a site of its own, and waits for its crawl.
    test.concurrent('a site of linked pages is crawled whole, and no page is asked for twice', async () => {
      const state = await crawl(sites().plain.url, { max_pages: 1_000, max_depth: 10 })
      expect(state).toMatchObject({ status: 'completed', end_reason: 'exhausted', completed: 60, failed: 0 })
      const { paths, hits } = sites().plain
      expect(paths.map((path) => hits.get(path))).toEqual(paths.map(() => 1))
    })

    test.concurrent.each(HOSTILE)('%s beside the pages keeps none of them from being found', async (name) => {
      const site = sites().byName.get(name)!
      expect(await crawl(site.url)).toMatchObject({ status: 'completed', end_reason: 'exhausted', failed: 0 })
      for (const path of HONEST_PATHS) expect([path, site.hits.get(path)]).toEqual([path, 1])
    })

    test.concurrent.each(endless)(
      '%s: the crawl leaves the trap, says so, and ends with the honest pages',
      async (name) => {
        const site = sites().byName.get(name)!
        const state = await crawl(site.url, { max_pages: MAX_PAGES, max_depth: 20 })
        expect(state).toMatchObject({ status: 'completed', end_reason: 'exhausted' })
        expect(state.completed).toBeLessThan(MAX_PAGES)
        expect(state.traps).toEqual([
          {
            pattern: expect.any(String),
            reason: expect.any(String),
            budget: expect.any(Number),
            pages: expect.any(Number),
            skipped: expect.any(Number),
          },
        ])
        for (const path of HONEST_PATHS) expect([path, site.hits.get(path)]).toEqual([path, 1])
      },
    )
  })
}
