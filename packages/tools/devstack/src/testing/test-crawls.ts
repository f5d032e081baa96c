import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPool, type Pool } from '@gleaner/db'
import { HOSTILE_FILES, startHostileFilesSite } from '@gleaner/target-site/sites/hostile-files'
import { type LinkedSite, startLinkedSite } from '@gleaner/target-site/sites/linked-site'
import type { OwnSite } from '@gleaner/target-site/sites/own-site'
import { HONEST_PATHS, startTrapSite, TRAPS } from '@gleaner/target-site/sites/traps'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Fleet, startFleet } from '../fleet.ts'
import { FLEET_UNDER_TEST } from './fleet-under-test.ts'
import { openAccount } from './open-account.ts'

const HOSTILE = ['a bomb', 'index files in a circle', 'a billion laughs', 'robots.txt of wildcards']
const MAX_PAGES = 600

/** Crawls sites with files and traps, of the endless ones these, through a whole fleet. */
export function testCrawls(endless: readonly string[]): void {
  let home: string
  let fleet: Fleet
  let pool: Pool
  let plain: LinkedSite
  const sites = new Map<string, OwnSite>()

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'gleaner-home-'))
    plain = await startLinkedSite(60)
    for (const name of HOSTILE) sites.set(name, await startHostileFilesSite(HOSTILE_FILES[name]!))
    for (const name of endless) sites.set(name, await startTrapSite(TRAPS[name]!))
    const EGRESS_ALLOW = [plain, ...sites.values()].map(({ port }) => `127.0.0.1:${port}`).join()
    fleet = await startFleet({
      home,
      port: 0,
      env: { ...FLEET_UNDER_TEST, EGRESS_ALLOW },
    })
    pool = createPool({ url: fleet.info.database_url, max: 2, connectTimeoutMs: 30_000 })
  })

  afterAll(async () => {
    await pool.end()
    await fleet.stop()
    await Promise.all([plain, ...sites.values()].map((site) => site.close()))
    await rm(home, { recursive: true, force: true, maxRetries: 20 })
  })

  interface Crawl {
    status: string
    end_reason: string | null
    completed: number
    failed: number
    traps: object[]
  }

  /** By an account of its own, as one has few crawls at once. */
  async function crawl(url: string, options: object = {}): Promise<Crawl> {
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
    const state = await crawl(plain.url, { max_pages: 1_000, max_depth: 10 })
    expect(state).toMatchObject({ status: 'completed', end_reason: 'exhausted', completed: 60, failed: 0 })
    expect(plain.paths.map((path) => plain.hits.get(path))).toEqual(plain.paths.map(() => 1))
  })

  test.concurrent.each(HOSTILE)('%s beside the pages keeps none of them from being found', async (name) => {
    const site = sites.get(name)!
    expect(await crawl(site.url)).toMatchObject({ status: 'completed', end_reason: 'exhausted', failed: 0 })
    for (const path of HONEST_PATHS) expect([path, site.hits.get(path)]).toEqual([path, 1])
  })

  test.concurrent.each(endless)(
    '%s: the crawl leaves the trap, says so, and ends with the honest pages',
    async (name) => {
      const site = sites.get(name)!
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
}
