import { describe, expect, test } from '@jest/globals'
import { crawlStatus, presentCrawl, presentCrawlEntry } from './present-crawl.ts'
import type { CrawlReading } from './read-crawl.ts'

const AT = new Date('2026-11-22T12:00:00Z')

/** A crawl that runs, of which four pages were scraped. */
const readingOf = (more: Partial<CrawlReading> = {}) =>
  ({
    id: 'an-id',
    url: 'https://site.example/',
    phase: 'running',
    endReason: null,
    pausedReason: null,
    maxPages: 50,
    discovered: 30,
    waiting: 20,
    skipped: { robots: 2 },
    traps: {},
    site: {},
    total: 10,
    succeeded: 4,
    failed: 2,
    cancelled: 1,
    costMicros: 800n,
    estimatedMicros: 10_000n,
    createdAt: AT,
    finishedAt: null,
    cancelledAt: null,
    webhookUrl: null,
    ...more,
  }) as CrawlReading

describe('the status of a crawl', () => {
  const statusOf = (more: Partial<CrawlReading>) => crawlStatus(readingOf(more))

  test('follows its phase while it goes on, and its pages once its last one has ended', () => {
    expect(statusOf({ phase: 'discovering' })).toBe('discovering')
    expect(statusOf({ phase: 'running' })).toBe('running')
    expect(statusOf({ phase: 'ended' })).toBe('running')
    expect(statusOf({ phase: 'ended', finishedAt: AT })).toBe('completed')
    expect(statusOf({ phase: 'ended', finishedAt: AT, succeeded: 1 })).toBe('completed')
    expect(statusOf({ phase: 'ended', finishedAt: AT, succeeded: 0 })).toBe('failed')
  })

  test('is cancelled once it was, whatever was scraped before', () => {
    expect(statusOf({ cancelledAt: AT })).toBe('cancelled')
    expect(statusOf({ cancelledAt: AT, finishedAt: AT })).toBe('cancelled')
  })
})

describe('a crawl is shown', () => {
  test('with its counts, and without what only its driver needs', () => {
    const site = { started_at: 'https://site.example/en', robots: { 'site.example': {} }, kept_chars: 7 }
    const shown = presentCrawl(readingOf({ site, webhookUrl: 'https://hook.example/' }))
    expect(shown).toMatchObject({
      crawl_id: 'an-id',
      status: 'running',
      end_reason: null,
      paused_reason: null,
      pages_scraped: 4,
      pages_failed: 2,
      max_pages: 50,
      discovered: 30,
      skipped: { robots: 2 },
      traps: [],
      site: { started_at: 'https://site.example/en' },
      estimated_credits: 50,
      credits_used: 4,
      created_at: AT.toISOString(),
      completed_at: null,
      cancelled_at: null,
      webhook_url: 'https://hook.example/',
    })
    expect(Object.keys(shown.site)).toEqual(['started_at'])
    expect(shown.error).toBeUndefined()
    const list = presentCrawlEntry(readingOf({ finishedAt: AT }))
    expect(list).toMatchObject({ crawl_id: 'an-id', credits_used: 4, completed_at: AT.toISOString() })
  })

  test.each([
    ['what has its place and what waits', {}, 27],
    ['never more than max_pages', { waiting: 1_000 }, 50],
    ['never less than what was made', { maxPages: 5, waiting: 0 }, 7],
    ['what has its place, when nothing waits', { waiting: 0 }, 7],
  ])('with as many pages as it will have by now: %s', (_, more, pages) => {
    expect(presentCrawl(readingOf(more)).pages_total).toBe(pages)
  })
})

describe('a crawl of which nothing was scraped says why', () => {
  const NOTHING = { phase: 'ended', finishedAt: AT, succeeded: 0, failed: 0 } as const
  test.each<[string, Partial<CrawlReading>, RegExp]>([
    ['its site keeps robots away', { endReason: 'robots' }, /asks robots to stay away/],
    ['robots.txt is broken', { endReason: 'robots', site: { robots_problem: 'HTTP 500' } }, /\(HTTP 500\)/],
    ['its time was over', { endReason: 'expired' }, /within 24 hours/],
    ['its budget pays no page', { endReason: 'max_credits' }, /does not pay for a page/],
    ['each page has failed', { endReason: 'max_pages', failed: 3 }, /why each has failed/],
    ['no page was its', { endReason: 'exhausted' }, /look at skipped/],
  ])('%s', (_, more, why) => {
    const { status, error } = presentCrawl(readingOf({ ...NOTHING, ...more }))
    expect([status, error]).toEqual(['failed', expect.stringMatching(why)])
  })
})
