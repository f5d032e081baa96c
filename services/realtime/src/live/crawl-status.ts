import type { BatchHead } from '@gleaner/batches'
import type { CrawlStatus } from '@gleaner/contracts'

/** What the status of a crawl's batch is called in a crawl: that some pages have failed is nothing special there. */
const STATUSES = {
  pending: 'discovering',
  processing: 'running',
  completed: 'completed',
  partially_failed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
} as const satisfies Record<BatchHead['status'], CrawlStatus>

/** As `crawlStatus` of packages/work/crawl says it: one that has ended has failed when no page was scraped, also when there was none to scrape. */
export function crawlStatusOf({
  status,
  succeeded,
  finished,
}: Pick<BatchHead, 'status' | 'succeeded' | 'finished'>): CrawlStatus {
  if (finished && succeeded === 0 && status !== 'cancelled') return 'failed'
  return STATUSES[status]
}
