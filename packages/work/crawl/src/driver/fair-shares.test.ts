import { hash } from 'node:crypto'
import { WORK } from '@gleaner/queue/work'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { cancelCrawl } from '../cancel-crawl.ts'
import {
  type Asked,
  type CrawlFixture,
  type CrawlSettings,
  createCrawlFixture,
  linksAt,
  ORIGIN,
  type PlayedSite,
} from '../testing/fixture.ts'
import type { SiteWorkKind } from './crawl-places.ts'

const HOSTILE = 'https://hostile.example'

let fixture: CrawlFixture
beforeAll(async () => {
  fixture = await createCrawlFixture()
})
afterAll(() => fixture.close())

/** How a crawl comes to a kind of work, from a start page of this path and at this origin; and what of it is silent. */
interface Starter {
  settings: CrawlSettings
  pages(origin: string, start: string): PlayedSite['pages']
  silent: Asked
  /** Work of the kind for one crawl is more than an account's share. */
  isManyOfOne?: boolean
}

const subdomainsOf = (origin: string) =>
  Array.from({ length: 45 }, (_, at) => origin.replace('https://', `https://s${at}.`))

/** Each page of a maze leads to others that nothing else leads to. */
function mazeAt(origin: string, start: string): PlayedSite['pages'] {
  const doors = (path: string) =>
    linksAt(origin, ...['a', 'b', 'c'].map((door) => `${start}maze/${hash('md5', path + door)}-${door}`))
  return new Proxy<PlayedSite['pages']>(
    {},
    { get: (_, path: string) => (path.startsWith(start) ? { links: doors(path) } : undefined) },
  )
}

const STARTERS: Record<SiteWorkKind, Starter> = {
  'crawl-discovery': { settings: {}, pages: (_, start) => ({ [start]: {} }), silent: 'robots' },
  'crawl-robots': {
    settings: { include_subdomains: true },
    pages: (origin, start) => ({
      [start]: { links: subdomainsOf(origin).flatMap((host) => linksAt(host, '/x')) },
      '/x': {},
    }),
    silent: 'robots',
    isManyOfOne: true,
  },
  'crawl-feeds': {
    settings: { sitemap: 'include' },
    pages: (origin, start) => ({ [start]: { feeds: [`${origin}/feed.xml`] } }),
    silent: 'feed',
  },
  'crawl-suspicion': {
    settings: { maxPages: 90, max_depth: 20 },
    pages: mazeAt,
    silent: 'page',
  },
}

function siteOf({ pages, silent, isManyOfOne }: Starter): PlayedSite & { open: Set<string> } {
  const [own, hostile] = [pages(ORIGIN, '/'), pages(HOSTILE, '/hostile/')]
  const isHostile = (url: string) =>
    isManyOfOne ? /^https:\/\/s\d+\.hostile/.test(url) : url.startsWith(HOSTILE)
  return {
    pages: new Proxy(own, {
      get: (_, path: string) => (path.startsWith('/hostile/') ? hostile : own)[path],
      ownKeys: () => [],
    }),
    isSilent: (asked, url) => asked === silent && isHostile(url),
    open: new Set(),
  }
}

describe.each(Object.entries(STARTERS))('%s at sites that never answer', (name, starter) => {
  const row = WORK[name as SiteWorkKind]
  const share = row.share(row.places)

  test.each(['a message', 'the poll behind it'])(
    'hold the share of their account, another account’s goes on, and cancelling ends them by %s',
    async (by) => {
      const site = siteOf(starter)
      const running = await fixture.run(site)
      try {
        const accountId = await fixture.account(100_000_000)
        const crawls = []
        for (let at = 0; at < (starter.isManyOfOne ? 2 : 5); at++)
          crawls.push(
            await fixture.crawl({
              ...starter.settings,
              accountId,
              url: `${HOSTILE}/hostile/`,
              maxPages: 2_000,
            }),
          )
        await eventually(() => expect(site.open.size).toBe(share))
        const neighbours = await fixture.crawl(starter.settings)
        expect(await fixture.untilEnded(neighbours.id)).toMatchObject({ phase: 'ended' })
        expect(site.open.size).toBe(share)

        for (const { id } of crawls)
          if (by === 'a message') await cancelCrawl(fixture.ctx, accountId, id)
          else await endUnheard(id)
        await eventually(() => expect(site.open.size).toBe(0))
      } finally {
        await running.stop()
      }
    },
  )
})

/** As by another process, whose message is lost. */
async function endUnheard(id: string): Promise<void> {
  const silent = { ...fixture.ctx, pubSub: { ...fixture.ctx.pubSub, publish: () => {} } }
  const { rows } = await fixture.pool.query('SELECT account_id FROM crawl WHERE id = $1', [id])
  await cancelCrawl(silent, rows[0].account_id, id)
}

test('a crawl whose site another process looks at is left to that one', async () => {
  const [held, free] = [await fixture.crawl(), await fixture.crawl()]
  await fixture.pool.query(`UPDATE crawl SET lease_until = now() + interval '1 hour' WHERE id = $1`, [
    held.id,
  ])
  const running = await fixture.run({ pages: { '/': {} } })
  try {
    await fixture.untilEnded(free.id)
    expect(await fixture.stateOf(held.id)).toMatchObject({ phase: 'discovering', discovered: 0 })
    await fixture.pool.query('UPDATE crawl SET lease_until = now() WHERE id = $1', [held.id])
    expect(await fixture.untilEnded(held.id)).toMatchObject({ succeeded: 1 })
  } finally {
    await running.stop()
  }
})
