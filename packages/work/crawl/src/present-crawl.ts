import { presentCounts } from '@gleaner/batches'
import { toCredits } from '@gleaner/billing'
import { type Crawl, type CrawlListEntry, type CrawlStatus, presentLabels } from '@gleaner/contracts'
import { inWords, LIMITS } from '@gleaner/contracts/limits'
import { presentSite, presentTraps } from './present-notes.ts'
import type { CrawlReading, CrawlSummary } from './read-crawl.ts'

/** A crawl without its pages, as `GET /crawl/{id}` shows it. */
export function presentCrawl(row: CrawlReading): Crawl {
  const { succeeded, failed, cancelled, total, waiting, maxPages } = row
  const state = stateOf(row)
  return {
    crawl_id: row.id,
    url: row.url,
    ...state,
    ...presentCounts(row),
    pages_scraped: succeeded,
    pages_failed: failed,
    pages_total: Math.max(
      total - failed - cancelled,
      Math.min(maxPages, total - failed - cancelled + waiting),
    ),
    max_pages: maxPages,
    discovered: row.discovered,
    skipped: row.skipped,
    traps: presentTraps(row.traps),
    site: presentSite(row.site),
    estimated_credits: toCredits(row.estimatedMicros),
    credits_used: toCredits(row.costMicros),
    created_at: row.createdAt.toISOString(),
    completed_at: row.finishedAt?.toISOString() ?? null,
    cancelled_at: row.cancelledAt?.toISOString() ?? null,
    webhook_url: row.webhookUrl,
    ...(state.status === 'failed' && { error: whyFailed(row) }),
  }
}

/** A crawl as a list shows it. */
export function presentCrawlEntry(row: CrawlSummary): CrawlListEntry {
  return {
    crawl_id: row.id,
    url: row.url,
    ...stateOf(row),
    ...presentCounts(row),
    max_pages: row.maxPages,
    credits_used: toCredits(row.costMicros),
    created_at: row.createdAt.toISOString(),
    completed_at: row.finishedAt?.toISOString() ?? null,
  }
}

function stateOf(row: CrawlSummary) {
  return {
    status: crawlStatus(row),
    ...presentLabels(row),
    end_reason: row.endReason,
    paused_reason: row.pausedReason,
  }
}

/** The status of a crawl: it runs until its last page has ended, and has failed when none was scraped. */
export function crawlStatus(
  row: Pick<CrawlSummary, 'phase' | 'cancelledAt' | 'finishedAt' | 'succeeded'>,
): CrawlStatus {
  if (row.cancelledAt !== null) return 'cancelled'
  if (row.finishedAt !== null) return row.succeeded > 0 ? 'completed' : 'failed'
  return row.phase === 'discovering' ? 'discovering' : 'running'
}

function whyFailed({ endReason, failed, site }: CrawlReading): string {
  switch (endReason) {
    case 'robots':
      return site.robots_problem
        ? `robots.txt of the site could not be read (${site.robots_problem}), which forbids everything until it can; try again later, or crawl all the same with respect_robots: false.`
        : 'robots.txt of the site asks robots to stay away from the start page; respect_robots: false crawls it all the same.'
    case 'expired':
      return `Nothing could be scraped within ${inWords(LIMITS.crawlMs)}.`
    case 'max_credits':
      return 'cost_controls.max_credits does not pay for a page at the tier that it needs.'
    default:
      return failed > 0
        ? 'No page could be scraped; include_results shows why each has failed.'
        : 'No page was found that belongs to the crawl: look at skipped, and at the patterns.'
  }
}
