import { transaction } from '@gleaner/db'
import { createDomainKnowledge } from '@gleaner/jobs'
import { untilBlocked } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { lockCrawl } from '../crawl-row.ts'
import { type CrawlFixture, type CrawlSettings, createCrawlFixture, linksTo } from '../testing/fixture.ts'
import { allowNoJobs, type EnteredPage, enterPages } from '../testing/frontier.ts'
import { changeCrawl } from './change-crawl.ts'
import { openCrawlPlaces } from './crawl-places.ts'
import { type CrawlMemory, noteRobots } from './memory.ts'
import { stepCrawl } from './step.ts'

const never = new AbortController().signal

let fixture: CrawlFixture
beforeAll(async () => {
  fixture = await createCrawlFixture()
  await allowNoJobs(fixture.pool)
})
afterAll(() => fixture.close())

const step = (id: string, remembered?: CrawlMemory) =>
  stepCrawl({ jobs: fixture.ctx }, createDomainKnowledge(fixture.pool), id, remembered, never)

/** A crawl that has come to these pages. */
async function crawlAt(pages: readonly EnteredPage[], settings: CrawlSettings = {}) {
  const crawl = await fixture.crawl({ respect_robots: false, ...settings })
  await enterPages(fixture.pool, crawl.id, pages)
  return crawl
}

/** Paths of a crawl's items, in the order in which they are admitted. */
async function itemsOf(id: string): Promise<string[]> {
  const { rows } = await fixture.pool.query('SELECT url FROM job WHERE batch_id = $1 ORDER BY id', [id])
  return rows.map(({ url }) => new URL(url).pathname)
}

test('the pages nearest to the start are scraped first, in the order in which they were found', async () => {
  const { id } = await crawlAt(
    [
      { path: '/deep', depth: 3, seq: 1 },
      { path: '/second', depth: 1, seq: 5 },
      { path: '/third', depth: 2, seq: 2 },
      { path: '/first', depth: 1, seq: 3 },
    ],
    { maxPages: 3 },
  )
  expect(await step(id)).toMatchObject({ issued: 3, open: 3, ended: false })
  expect(await itemsOf(id)).toEqual(['/first', '/second', '/third'])
  expect(await fixture.stateOf(id)).toMatchObject({ total: 3, waiting: 1 })
})

test('the last of max_credits goes to one item, which may cost no more than that', async () => {
  const { id } = await crawlAt([{ path: '/a' }, { path: '/b' }], { maxCreditsMicros: 300 })
  expect(await step(id)).toMatchObject({ issued: 1, ended: false })
  const { rows } = await fixture.pool.query(
    `SELECT max((each->>'priceMicros')::int) AS dearest FROM job, json_array_elements(plan->'steps') AS each WHERE batch_id = $1`,
    [id],
  )
  expect(rows[0].dearest).toBeLessThanOrEqual(300)
  expect(await step(id)).toMatchObject({ issued: 0 })
})

describe('a crawl whose items have all ended goes on', () => {
  test('while more was found than one step takes', async () => {
    const pages = Array.from({ length: 130 }, (_, at) => ({ path: `/${at}`, findings: {} }))
    const { id } = await crawlAt(pages, { maxPages: 1_000 })
    expect(await step(id)).toMatchObject({ ended: false, more: true })
    expect(await step(id)).toMatchObject({ ended: true })
    expect(await fixture.stateOf(id)).toMatchObject({ endReason: 'exhausted', finished: true })
  })

  test('while what was found on a page is to be taken again', async () => {
    const deep = { path: '/deep', depth: 3, findings: { links: linksTo('/below') } }
    const { id } = await crawlAt([deep], { max_depth: 3 })
    // What is found there is too deep, and kept; the crawl waits for its feeds.
    await fixture.pool.query(`UPDATE crawl SET site = '{"feeds": ["x"]}' WHERE id = $1`, [id])
    expect(await step(id)).toMatchObject({ issued: 0, ended: false, more: false })
    await enterPages(fixture.pool, id, [{ path: '/near', findings: { links: linksTo('/deep') } }])
    await fixture.pool.query(`UPDATE crawl SET site = site - 'feeds' WHERE id = $1`, [id])
    expect(await step(id)).toMatchObject({ issued: 0, ended: false, more: true })
    expect(await step(id)).toMatchObject({ issued: 1, ended: false })
    expect(await itemsOf(id)).toEqual(['/below'])
  })

  test('while its site is still looked at', async () => {
    const { id } = await crawlAt([{ path: '/', findings: {} }])
    await fixture.pool.query(`UPDATE crawl SET phase = 'discovering' WHERE id = $1`, [id])
    expect(await step(id)).toMatchObject({ ended: false })
    await fixture.pool.query(`UPDATE crawl SET phase = 'running', version = version + 1 WHERE id = $1`, [id])
    expect(await step(id)).toMatchObject({ ended: true })
  })

  test('while feeds of it are to be read', async () => {
    const { id } = await crawlAt([{ path: '/', findings: {} }])
    await fixture.pool.query(
      `UPDATE crawl SET site = '{"feeds": ["https://site.example/feed"]}' WHERE id = $1`,
      [id],
    )
    expect(await step(id)).toMatchObject({ ended: false, feeds: ['https://site.example/feed'] })
  })

  test('while pages wait whose robots.txt is not known', async () => {
    const { id } = await crawlAt([{ path: '/a' }, { path: '/', findings: {} }], { respect_robots: true })
    expect(await step(id)).toMatchObject({ ended: false, issued: 0, unknown: ['https://site.example/a'] })
  })
})

test('what is found on deep pages is kept until it is too much, and no page near the start', async () => {
  const keptOf = async (id: string) => {
    const { rows } = await fixture.pool.query(
      `SELECT (SELECT count(*)::int FROM crawl_findings WHERE crawl_id = $1 AND kept) AS pages, (site->>'kept_chars')::int AS chars
       FROM crawl WHERE id = $1`,
      [id],
    )
    return rows[0]
  }
  const links = linksTo('/below', '/logo.png')
  const deep = { path: '/deep', depth: 2, findings: { links } }
  const { id } = await crawlAt([{ path: '/near', findings: { links } }, deep])
  await step(id)
  // Of its links that which belongs to the crawl, with what else is kept of a page.
  expect(await keptOf(id)).toEqual({ pages: 1, chars: 500 + links[0]![0].length + 6 })
  const full = await crawlAt([deep])
  await fixture.pool.query(`UPDATE crawl SET site = '{"kept_chars": 50000000}' WHERE id = $1`, [full.id])
  await step(full.id)
  expect(await keptOf(full.id)).toEqual({ pages: 0, chars: 50_000_000 })
})

test('one driver at a time works on a crawl, and what is changed beside it waits for its end', async () => {
  const crawl = await crawlAt([{ path: '/a' }])
  const change = await transaction(fixture.pool, async (sql) => {
    expect(await lockCrawl(sql, crawl.id)).toMatchObject({ id: crawl.id })
    expect(await step(crawl.id)).toBeUndefined()
    const ctx = { jobs: fixture.ctx, places: openCrawlPlaces() }
    const changing = changeCrawl(ctx, crawl, never, async (_sql, { discovered }) => discovered)
    await untilBlocked(fixture.pool)
    await sql.query('UPDATE crawl SET discovered = 77 WHERE id = $1', [crawl.id])
    return { changing }
  })
  expect(await change.changing).toBe(77)
  expect(await fixture.stateOf(crawl.id)).toMatchObject({ discovered: 77 })
})

test('what a process remembers of a crawl serves until another one has changed it', async () => {
  const crawl = await crawlAt([{ path: '/a' }], { respect_robots: true })
  const first = await step(crawl.id)
  expect(first).toMatchObject({ unknown: ['https://site.example/a'] })
  const second = await step(crawl.id, first!.memory)
  expect(second!.memory).toBe(first!.memory)
  const ctx = { jobs: fixture.ctx, places: openCrawlPlaces() }
  await changeCrawl(ctx, crawl, never, async (_sql, _crawl, memory) =>
    noteRobots(memory, 'site.example', { rules: [{ allow: false, pattern: '/a' }], sitemaps: [] }),
  )
  expect(await step(crawl.id, second!.memory)).toMatchObject({ unknown: [], issued: 0 })
  expect(await fixture.stateOf(crawl.id)).toMatchObject({ skipped: { robots: 1 }, waiting: 0 })
})

test('a crawl that has ended is not worked on any more', async () => {
  const crawl = await crawlAt([{ path: '/a' }])
  await fixture.pool.query(`UPDATE crawl SET phase = 'ended', end_reason = 'expired' WHERE id = $1`, [
    crawl.id,
  ])
  expect(await step(crawl.id)).toBeUndefined()
  const ctx = { jobs: fixture.ctx, places: openCrawlPlaces() }
  await expect(changeCrawl(ctx, crawl, never, async () => 1)).rejects.toMatchObject({ name: 'CrawlOver' })
})
