import type { CrawlEndReason } from '@gleaner/contracts'
import { inWords, LIMITS } from '@gleaner/contracts/limits'
import type { Queryable } from '@gleaner/db'
import { endWaitingItems } from '@gleaner/jobs'
import type { CrawlBatch, CrawlRow } from '../crawl-row.ts'
import type { SiteNotes } from '../site-notes.ts'
import type { Issued } from './issue.ts'

/** Why a crawl whose items have all ended, and that has nothing more to scrape, is over. */
export function endReasonOf(batch: CrawlBatch, { stoppedBy }: Issued, site: SiteNotes): CrawlEndReason {
  if (stoppedBy === 'max_credits') return 'max_credits'
  if (stoppedBy === 'max_pages' || stoppedBy === 'attempts') return 'max_pages'
  if (batch.succeeded === 1 && site.start_nofollow) return 'robots'
  if (batch.succeeded > 0) return 'exhausted'
  return site.start_disallowed ? 'robots' : 'start_page_failed'
}

/** Ends a crawl, whose row the caller has locked: what waits is not scraped any more, what is under way is. */
export async function endCrawl(sql: Queryable, crawl: CrawlRow, reason: CrawlEndReason): Promise<void> {
  await sql.query({
    name: 'end-crawl',
    text: `UPDATE crawl SET phase = 'ended', end_reason = $2, paused_reason = NULL, secrets = NULL, lease_until = NULL WHERE id = $1`,
    values: [crawl.id, reason],
  })
  await sql.query('SELECT FROM batch WHERE id = $1 FOR UPDATE', [crawl.id])
  await endWaitingItems(sql, crawl.id, { isCancelled: false, message: MESSAGES[reason] ?? OVER })
}

const OVER = 'The crawl was over before this page was worked on; nothing was charged.'
const MESSAGES: Partial<Record<CrawlEndReason, string>> = {
  expired: `The crawl had run for ${inWords(LIMITS.crawlMs)} before this page was worked on; nothing was charged.`,
}
