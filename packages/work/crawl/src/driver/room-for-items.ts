import { type CrawlBatch, type CrawlRow, openItems } from '../crawl-row.ts'
import type { SiteNotes } from '../site-notes.ts'

/** Why no further item is made for now. */
export type Stop = 'max_pages' | 'attempts' | 'window' | 'webhooks'

/** Why no further item was made, although pages wait; undefined when none waits that may be scraped. */
export type StoppedBy = Stop | 'max_credits' | 'robots_unknown' | 'suspicious' | 'paused' | undefined

export interface Room {
  items: number
  /** What bounds them. */
  by: Stop
}

/**
 * How many items a crawl may be given now. Those that are open or have succeeded are never more than `max_pages`: a failed one makes
 * room for another, so many times. `mostOpen`: as many as may be open for other reasons (`room-for-webhooks.ts`).
 */
export function roomForItems(
  crawl: CrawlRow,
  batch: CrawlBatch,
  site: SiteNotes,
  mostOpen = Number.POSITIVE_INFINITY,
): Room {
  if (!keepsDelay(crawl, batch, site)) return { items: 0, by: 'window' }
  const taken = batch.total - batch.failed - batch.cancelled
  const bounds: Room[] = [
    { items: crawl.maxPages - taken, by: 'max_pages' },
    { items: mostAttempts(crawl.maxPages) - batch.total, by: 'attempts' },
    { items: windowOf(crawl) - openItems(batch), by: 'window' },
    { items: mostOpen - openItems(batch), by: 'webhooks' },
  ]
  const least = bounds.reduce((a, b) => (b.items < a.items ? b : a))
  return { ...least, items: Math.max(0, least.items) }
}

/** Items that a crawl makes at most, as failed ones are not paid for. */
export function mostAttempts(maxPages: number): number {
  return 2 * maxPages + 20
}

/**
 * Items that are open at once: what is at the target, what is read, and enough for half a second of full speed, until the driver comes
 * again. With a delay there is one that has not begun beside those that have.
 */
function windowOf({ maxConcurrency, delayMs }: CrawlRow): number {
  return delayMs > 0 ? maxConcurrency + 1 : 100 + 8 * maxConcurrency
}

/**
 * A host that is found later may ask for a longer delay. As the crawl's line is named by its bounds, it changes between two items, when none is
 * open.
 */
function keepsDelay(crawl: CrawlRow, batch: CrawlBatch, { crawl_delay_ms: asked = 0 }: SiteNotes): boolean {
  if (asked <= crawl.delayMs) return true
  if (openItems(batch) > 0) return false
  crawl.delayMs = asked
  return true
}
