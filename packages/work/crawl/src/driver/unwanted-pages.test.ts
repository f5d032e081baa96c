import type { PageFindings } from '@gleaner/extract'
import { createDomainKnowledge } from '@gleaner/jobs'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { presentCrawl } from '../present-crawl.ts'
import { readCrawl } from '../read-crawl.ts'
import { type CrawlFixture, createCrawlFixture } from '../testing/fixture.ts'
import { allowNoJobs, enterPages } from '../testing/frontier.ts'
import { stepCrawl } from './step.ts'

const never = new AbortController().signal

let fixture: CrawlFixture
beforeAll(async () => {
  fixture = await createCrawlFixture()
  await allowNoJobs(fixture.pool)
})
afterAll(() => fixture.close())

/** A crawl of thirty pages that say this to robots, and of one more of their kind; gives what is told of its traps. */
async function trapsOf(said: Pick<PageFindings, 'noindex' | 'nofollow'>, respectRobots: boolean) {
  const { id, accountId } = await fixture.crawl({ respect_robots: respectRobots })
  const pages = Array.from({ length: 30 }, (_, at) => ({ path: `/listing/${at}`, findings: said }))
  await enterPages(fixture.pool, id, [...pages, { path: '/listing/30' }])
  await stepCrawl({ jobs: fixture.ctx }, createDomainKnowledge(fixture.pool), id, undefined, never)
  const { traps, skipped } = presentCrawl((await readCrawl(fixture.pool, accountId, id))!)
  return { traps, trapped: skipped.trap ?? 0 }
}

const BOTH = { noindex: true, nofollow: true }

test('pages that ask robots neither to show them nor to follow their links are left after fifteen', async () => {
  const { traps, trapped } = await trapsOf(BOTH, true)
  expect(traps).toMatchObject([{ reason: expect.any(String), budget: 15 }])
  expect(trapped).toBe(1)
})

test.each([
  ['only not to show them', { noindex: true }, true],
  ['only not to follow their links', { nofollow: true }, true],
  ['both, in a crawl that does not heed them', BOTH, false],
])('pages that ask robots %s are pages', async (_, said, respectRobots) => {
  expect(await trapsOf(said, respectRobots)).toEqual({ traps: [], trapped: 0 })
})
