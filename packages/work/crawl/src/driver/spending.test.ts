import { uuidv7 } from '@gleaner/contracts'
import { insertTestBatch } from '@gleaner/jobs/testing/batch'
import { createJobsFixture, type JobsFixture } from '@gleaner/jobs/testing/fixture'
import { lineName } from '@gleaner/queue'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { CrawlBatch, CrawlRow } from '../crawl-row.ts'
import { createCrawlBegins } from './memory.ts'
import { leftToSpend } from './spending.ts'

let fixture: JobsFixture
beforeAll(async () => {
  fixture = await createJobsFixture()
})
afterAll(() => fixture.close())

test('of max_credits is left what neither has been spent nor may be: by items that wait, and by those under way', async () => {
  const accountId = await fixture.account(1_000_000)
  const line = lineName(uuidv7(), { atOnce: 3, gapMs: 0 })
  const requests = [1, 2, 3].map((nth) => ({
    url: `https://a.example.com/${nth}`,
    cost_controls: { max_tier: '1' as const },
  }))
  const { id, jobs } = await insertTestBatch(fixture, accountId, requests, { line })
  const dearest = jobs[0]!.plan.steps.at(-1)!.priceMicros
  const crawl = { accountId, maxCreditsMicros: 10_000n } as CrawlRow
  const begins = createCrawlBegins()
  const left = async () => {
    const read = async () => ({ costMicros: 700n }) as CrawlBatch
    return (await leftToSpend(fixture.pool, crawl, line, begins, read)).leftMicros
  }
  expect(await left()).toBe(10_000 - 700 - 3 * dearest)
  await fixture.pool.query('UPDATE job SET queued_at = now() WHERE id = $1', [jobs[0]!.id])
  expect(await left()).toBe(10_000 - 700 - 3 * dearest)
  await fixture.pool.query("UPDATE job SET status = 'running' WHERE id = $1", [jobs[0]!.id])
  expect(await left()).toBe(10_000 - 700 - 3 * dearest)
  await fixture.pool.query("UPDATE job SET status = 'failed', finished_at = now() WHERE batch_id = $1", [id])
  expect(await left()).toBe(10_000 - 700)
})
