import { z } from 'zod'
import { inWords, RETENTION } from '../../limits.ts'
import { BATCH_ITEM_STATUSES } from '../batches/replies.ts'
import { SHOWN_LABELS } from '../labels.ts'
import { PollUrl } from '../poll-url.ts'
import { ScrapeResult } from '../scrape/result.ts'

export const CRAWL_STATUSES = ['discovering', 'running', 'completed', 'failed', 'cancelled'] as const
export type CrawlStatus = (typeof CRAWL_STATUSES)[number]

/** Why a crawl has scraped no more pages. */
export const CRAWL_END_REASONS = [
  'exhausted',
  'max_pages',
  'max_credits',
  'cancelled',
  'start_page_failed',
  'robots',
  'expired',
] as const
export type CrawlEndReason = (typeof CRAWL_END_REASONS)[number]

/** What a crawl waits for. It goes on by itself. */
export const CRAWL_PAUSES = ['insufficient_balance', 'spend_limit', 'waiting_webhooks'] as const
export type CrawlPause = (typeof CRAWL_PAUSES)[number]

const count = z.number().int()

export const CrawlAccepted = z.object({
  crawl_id: z.uuid(),
  status: z.enum(CRAWL_STATUSES),
  ...SHOWN_LABELS,
  estimated_pages: count.describe(
    'The most that will be scraped; how many there are shows as the crawl goes on.',
  ),
  total_enqueued: count,
  estimated_credits: z
    .number()
    .describe('For that many pages, by the tier that the start page is expected to need.'),
  message: z.string(),
  poll_url: PollUrl,
  webhook_url: z.string().nullable(),
  warnings: z.array(z.string()).optional(),
})
export type CrawlAccepted = z.infer<typeof CrawlAccepted>

/** A page of a crawl, as its status shows it. */
export const CrawlPage = z.object({
  url: z.string(),
  job_id: z.uuid(),
  status: z.enum(BATCH_ITEM_STATUSES),
  ...SHOWN_LABELS,
  depth: count.describe('Links from the start page.'),
  source: z
    .string()
    .describe('Where it was found: `start`, `link`, `sitemap`, `feed`, `canonical` or `redirect`.'),
  status_code: count.optional(),
  title: z.string().optional(),
  credits: z.number().optional(),
  duplicate_of: z.uuid().optional().describe('The job whose page has shown the same content before.'),
  error: z.string().optional(),
  error_code: z.string().optional(),
  result: ScrapeResult.optional(),
})
export type CrawlPage = z.infer<typeof CrawlPage>

const counts = {
  total: count.describe('Pages that were taken on so far.'),
  completed: count,
  failed: count,
  cancelled: count,
  pending: count.describe('Pages that were taken on and have not ended.'),
}

const Trap = z.object({
  pattern: z.string().describe('What the addresses have in common.'),
  reason: z.string(),
  budget: count.describe('How many of its pages may bring nothing new before it is left.'),
  pages: count.describe('How many of its pages were scraped.'),
  skipped: count.describe('How many of its addresses were left out.'),
})

export const Crawl = z.object({
  crawl_id: z.uuid(),
  url: z.string(),
  status: z.enum(CRAWL_STATUSES),
  ...SHOWN_LABELS,
  end_reason: z
    .enum(CRAWL_END_REASONS)
    .nullable()
    .describe(
      `Why no more pages are scraped, null while it runs. \`exhausted\`: there are no more; \`robots\`: robots.txt forbids the start page, or the start page forbids following its links; \`expired\`: ${inWords(RETENTION.resultMs)} have passed.`,
    ),
  paused_reason: z
    .enum(CRAWL_PAUSES)
    .nullable()
    .describe(
      `What the crawl waits for: it goes on by itself when there is money again, or fewer of the account's webhooks wait, for ${inWords(RETENTION.resultMs)}.`,
    ),
  ...counts,
  pages_scraped: count.describe('The same as completed.'),
  pages_failed: count.describe('The same as failed.'),
  pages_total: count.describe('Pages that were taken on, and those that are known and will be.'),
  max_pages: count,
  discovered: count.describe('Addresses within the bounds of the crawl that were found.'),
  skipped: z.record(z.string(), count).describe('Addresses that were left out, by reason.'),
  traps: z.array(Trap).describe('Endless parts of the site that were left.'),
  site: z.record(z.string(), z.unknown()).describe('What was found at the site: robots.txt, sitemaps.'),
  estimated_credits: z.number(),
  credits_used: z.number(),
  created_at: z.iso.datetime(),
  completed_at: z.iso.datetime().nullable(),
  cancelled_at: z.iso.datetime().nullable(),
  webhook_url: z.string().nullable(),
  error: z.string().optional().describe('Why the crawl has failed.'),
  limit: count.optional().describe('This, `offset` and `results`: with `include_results`.'),
  offset: count.optional(),
  results: z.array(CrawlPage).optional(),
})
export type Crawl = z.infer<typeof Crawl>

export const CrawlListEntry = Crawl.pick({
  crawl_id: true,
  url: true,
  status: true,
  external_id: true,
  metadata: true,
  end_reason: true,
  paused_reason: true,
  total: true,
  completed: true,
  failed: true,
  cancelled: true,
  pending: true,
  max_pages: true,
  credits_used: true,
  created_at: true,
  completed_at: true,
})
export type CrawlListEntry = z.infer<typeof CrawlListEntry>

export const CrawlList = z.object({
  crawls: z.array(CrawlListEntry),
  total: count,
  limit: count,
  offset: count,
})
export type CrawlList = z.infer<typeof CrawlList>
