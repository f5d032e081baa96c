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

export function crawlStatusOf({ status }: Pick<BatchHead, 'status'>): CrawlStatus {
  return STATUSES[status]
}
