import { describe, expect, test } from '@jest/globals'
import type { CrawlBatch, CrawlRow } from '../crawl-row.ts'
import type { SiteNotes } from '../site-notes.ts'
import { mostAttempts, roomForItems } from './room-for-items.ts'

const crawlOf = (more: Partial<CrawlRow> = {}) =>
  ({ maxPages: 1_000, maxConcurrency: 10, delayMs: 0, ...more }) as CrawlRow
const batchOf = (more: Partial<CrawlBatch> = {}) =>
  ({ total: 0, succeeded: 0, failed: 0, cancelled: 0, ...more }) as CrawlBatch
const NOTHING: SiteNotes = {}

describe('a crawl may be given', () => {
  test('as many items as it has pages left; those that failed or were cancelled give theirs back', () => {
    const crawl = crawlOf({ maxPages: 50 })
    expect(roomForItems(crawl, batchOf(), NOTHING)).toEqual({ items: 50, by: 'max_pages' })
    const batch = batchOf({ total: 45, succeeded: 30, failed: 4, cancelled: 1 })
    expect(roomForItems(crawl, batch, NOTHING)).toEqual({ items: 10, by: 'max_pages' })
    expect(roomForItems(crawl, batchOf({ total: 50, succeeded: 50 }), NOTHING).items).toBe(0)
  })

  test('two tries for each page and twenty more, as failed ones are not paid for', () => {
    const crawl = crawlOf({ maxPages: 50 })
    expect(mostAttempts(50)).toBe(120)
    expect(roomForItems(crawl, batchOf({ total: 117, failed: 117 }), NOTHING)).toEqual({
      items: 3,
      by: 'attempts',
    })
    expect(roomForItems(crawl, batchOf({ total: 130, failed: 130 }), NOTHING)).toEqual({
      items: 0,
      by: 'attempts',
    })
  })

  test('what keeps its places at work until its driver comes again', () => {
    expect(roomForItems(crawlOf(), batchOf(), NOTHING)).toEqual({ items: 180, by: 'window' })
    expect(roomForItems(crawlOf(), batchOf({ total: 200, succeeded: 100 }), NOTHING).items).toBe(80)
    expect(roomForItems(crawlOf({ maxConcurrency: 2 }), batchOf(), NOTHING).items).toBe(116)
  })

  test('no more than may be open at once for other reasons', () => {
    const batch = batchOf({ total: 20, succeeded: 10 })
    expect(roomForItems(crawlOf(), batch, NOTHING, 25)).toEqual({ items: 15, by: 'webhooks' })
    expect(roomForItems(crawlOf(), batch, NOTHING, -3)).toEqual({ items: 0, by: 'webhooks' })
  })

  test('one more than may be at work where there is a delay', () => {
    const crawl = crawlOf({ delayMs: 500, maxConcurrency: 3 })
    expect(roomForItems(crawl, batchOf(), NOTHING)).toEqual({ items: 4, by: 'window' })
    expect(roomForItems(crawl, batchOf({ total: 3 }), NOTHING).items).toBe(1)
  })
})

describe('a longer delay that a site asks for', () => {
  test('begins once no item is open, as the line of those has another', () => {
    const crawl = crawlOf({ delayMs: 100 })
    const site = { crawl_delay_ms: 3_000 }
    expect(roomForItems(crawl, batchOf({ total: 1 }), site)).toEqual({ items: 0, by: 'window' })
    expect(crawl.delayMs).toBe(100)
    expect(roomForItems(crawl, batchOf({ total: 1, succeeded: 1 }), site)).toEqual({
      items: 11,
      by: 'window',
    })
    expect(crawl.delayMs).toBe(3_000)
  })

  test('is none when the crawl has as long a one already', () => {
    const crawl = crawlOf({ delayMs: 3_000 })
    for (const asked of [3_000, 2_000])
      expect(roomForItems(crawl, batchOf({ total: 1 }), { crawl_delay_ms: asked }).items).toBe(10)
    expect(crawl.delayMs).toBe(3_000)
  })
})
