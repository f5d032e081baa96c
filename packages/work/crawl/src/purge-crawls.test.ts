import { runPurges } from '@gleaner/testkit/run-purges'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { CRAWL_PURGES } from './purge-crawls.ts'
import { type CrawlFixture, createCrawlFixture } from './testing/fixture.ts'
import { allowNoJobs, enterPages } from './testing/frontier.ts'

let fixture: CrawlFixture
beforeAll(async () => {
  fixture = await createCrawlFixture()
  await allowNoJobs(fixture.pool)
})
afterAll(() => fixture.close())

const PAGES = [{ path: '/a', findings: {} }, { path: '/b', findings: {} }, { path: '/c' }]
const purge = () => runPurges(fixture.pool, CRAWL_PURGES)
const countsOf = async (id: string) => {
  const { rows } = await fixture.pool.query(
    `SELECT (SELECT count(*) FROM crawl_page WHERE crawl_id = $1)::int AS pages,
       (SELECT count(*) FROM crawl_findings WHERE crawl_id = $1)::int AS findings`,
    [id],
  )
  return rows[0]
}
const crawlWith = async (set: string) => {
  const { id } = await fixture.crawl()
  await enterPages(fixture.pool, id, PAGES)
  await fixture.pool.query(`UPDATE crawl SET ${set} WHERE id = $1`, [id])
  return id
}

test('what was found by the items of a crawl that has ended is deleted, and that of one that runs is kept', async () => {
  const ended = await crawlWith("phase = 'ended', end_reason = 'max_pages'")
  const running = await crawlWith("phase = 'running'")
  const ended2 = await crawlWith("phase = 'ended', end_reason = 'cancelled'")
  expect(await purge()).toBe(4)
  expect(await countsOf(ended)).toEqual({ pages: 3, findings: 0 })
  expect(await countsOf(ended2)).toEqual({ pages: 3, findings: 0 })
  expect(await countsOf(running)).toEqual({ pages: 3, findings: 2 })
})

test('the frontier of a crawl is deleted when its jobs are, once it has ended', async () => {
  /** A crawl that is so many days old, by the time in its id. */
  const aged = async (days: number, set: string) => {
    const id = await crawlWith(set)
    const ms = (Date.now() - days * 86_400_000).toString(16).padStart(12, '0')
    const old = `${ms.slice(0, 8)}-${ms.slice(8)}${id.slice(13)}`
    await fixture.pool.query('UPDATE batch SET id = $2 WHERE id = $1', [id, old])
    return old
  }
  const ENDED = "phase = 'ended', end_reason = 'max_pages'"
  const [old, young, running] = [
    await aged(32, ENDED),
    await aged(30, ENDED),
    await aged(32, "phase = 'running'"),
  ]
  await purge()
  const pages = async (id: string) => (await countsOf(id)).pages
  expect([await pages(old), await pages(young), await pages(running)]).toEqual([0, 3, 3])
})
