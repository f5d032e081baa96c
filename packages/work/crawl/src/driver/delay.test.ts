import { lineName } from '@gleaner/queue'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import {
  type CrawlFixture,
  type CrawlSettings,
  createCrawlFixture,
  linksAt,
  linksTo,
  type PlayedSite,
} from '../testing/fixture.ts'

let fixture: CrawlFixture
beforeAll(async () => {
  fixture = await createCrawlFixture()
})
afterAll(() => fixture.close())
beforeEach(() => {
  fixture.reserved.length = 0
})

const PAGES = { '/': { links: linksTo('/a') }, '/a': {}, '/b': {} }

/** The gaps of the lines of a crawl's items by path, and of the turns that were reserved for what was asked beside them. */
async function gapsOf(site: PlayedSite, settings: CrawlSettings) {
  const { id } = await fixture.crawl(settings)
  const running = await fixture.run(site)
  await fixture.untilEnded(id).finally(() => running.stop())
  const gapOf = (line: string) =>
    [0, 2_000, 3_000, 5_000].find((gapMs) => line === lineName(id, { atOnce: 10, gapMs }))
  const { rows } = await fixture.pool.query('SELECT url, line FROM job WHERE batch_id = $1', [id])
  const { rows: crawls } = await fixture.pool.query('SELECT delay_ms FROM crawl WHERE id = $1', [id])
  return {
    delayMs: crawls[0].delay_ms,
    items: Object.fromEntries(rows.map(({ url, line }) => [new URL(url).pathname, gapOf(line)])),
    beside: fixture.reserved.map(gapOf),
  }
}

test('the delay of a crawl is kept between its pages, and before each file that is asked for beside them', async () => {
  const site = { pages: { ...PAGES, '/': { ...PAGES['/'], feeds: ['https://site.example/feed'] } } }
  expect(await gapsOf({ ...site, sitemap: [['/b']] }, { delayMs: 2_000, sitemap: 'include' })).toEqual({
    delayMs: 2_000,
    items: { '/': 2_000, '/a': 2_000, '/b': 2_000 },
    // robots.txt, the sitemap, the feed.
    beside: [2_000, 2_000, 2_000],
  })
})

test('without a delay nothing waits for a turn', async () => {
  expect(await gapsOf({ pages: PAGES }, { sitemap: 'include' })).toEqual({
    delayMs: 0,
    items: { '/': 0, '/a': 0 },
    beside: [],
  })
})

test('a longer delay that robots.txt asks for holds from the start page on, and a shorter one not at all', async () => {
  const robots = { crawlDelayMs: 3_000 }
  const settings = { sitemap: 'include' as const }
  expect(await gapsOf({ pages: PAGES, robots, sitemap: [['/b']] }, settings)).toEqual({
    delayMs: 3_000,
    items: { '/': 3_000, '/a': 3_000, '/b': 3_000 },
    // The start page, and the sitemap.
    beside: [3_000, 3_000],
  })
  fixture.reserved.length = 0
  expect(await gapsOf({ pages: PAGES, robots }, { delayMs: 5_000 })).toEqual({
    delayMs: 5_000,
    items: { '/': 5_000, '/a': 5_000 },
    beside: [5_000],
  })
})

test('a crawl that does not respect robots.txt keeps no delay that it asks for', async () => {
  const robots = { crawlDelayMs: 3_000 }
  expect(await gapsOf({ pages: PAGES, robots }, { respect_robots: false, sitemap: 'include' })).toEqual({
    delayMs: 0,
    items: { '/': 0, '/a': 0 },
    beside: [],
  })
})

test('the delay that a host asks for which is come to later holds from there on', async () => {
  const pages = { '/': { links: linksAt('https://later.site.example', '/later') }, '/later': {} }
  const robotsOf = { 'later.site.example': { crawlDelayMs: 3_000 } }
  expect(await gapsOf({ pages, robotsOf }, { include_subdomains: true })).toMatchObject({
    delayMs: 3_000,
    items: { '/': 0, '/later': 3_000 },
  })
})

test('a discovery that is begun again changes no delay while items of the former one are open', async () => {
  const { id } = await fixture.crawl({ sitemap: 'include' })
  const site: PlayedSite = { pages: PAGES, isSilent: (asked) => asked === 'sitemap' }
  const until = async (sql: string) =>
    eventually(async () =>
      expect(
        (await fixture.pool.query(`SELECT FROM crawl JOIN batch USING (id) WHERE id = $1 AND ${sql}`, [id]))
          .rowCount,
      ).toBe(1),
    )
  const first = await fixture.run(site, { workers: false })
  await until('total = 1').finally(() => first.stop())
  const second = await fixture.run({ ...site, robots: { crawlDelayMs: 3_000 } }, { workers: false })
  try {
    await until(`(site->>'crawl_delay_ms')::int = 3000`)
    await until('delay_ms = 0 AND total = 1')
  } finally {
    await second.stop()
  }
})
