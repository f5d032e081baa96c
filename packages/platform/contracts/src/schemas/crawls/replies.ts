import { z } from 'zod'
import { countsOf, StatusCode } from '../../fields/counts.ts'
import { CrawlId, JobId } from '../../fields/ids.ts'
import { Limit, Offset, Total, Warnings } from '../../fields/lists.ts'
import { CreditsUsed, credits } from '../../fields/money.ts'
import { CRAWL_STATUSES, CrawlState, ItemState } from '../../fields/statuses.ts'
import { CreatedAt, time } from '../../fields/times.ts'
import { ReceiverUrl } from '../../fields/webhooks.ts'
import { inWords, LIMITS, RETENTION } from '../../limits.ts'
import { SHOWN_LABELS } from '../labels.ts'
import { PollUrl } from '../poll-url.ts'
import { ScrapeResult } from '../scrape/result.ts'

export { CRAWL_STATUSES }
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

/** What a crawl waits for. It goes on by itself, but for one that its caller has paused. */
export const CRAWL_PAUSES = ['caller', 'insufficient_balance', 'spend_limit', 'waiting_webhooks'] as const
export type CrawlPause = (typeof CRAWL_PAUSES)[number]

const count = z.number().int()

export const CrawlAccepted = z.object({
  crawl_id: CrawlId,
  status: CrawlState,
  ...SHOWN_LABELS,
  estimated_pages: count.describe(
    'The most that will be scraped; how many there are shows as the crawl goes on.',
  ),
  total_enqueued: count.describe('Pages that were taken on so far: 0, as nothing has been looked at yet.'),
  estimated_credits: z
    .number()
    .describe('Credits for that many pages, by the tier that the start page is expected to need.'),
  message: z.string().describe('Where to go on, in a sentence.'),
  poll_url: PollUrl,
  webhook_url: ReceiverUrl,
  warnings: Warnings,
})
export type CrawlAccepted = z.infer<typeof CrawlAccepted>

export const CrawlPage = z
  .object({
    url: z.string().describe('The page; a login in it is shown as `***`.'),
    job_id: JobId,
    status: ItemState,
    ...SHOWN_LABELS,
    depth: count.describe('Links from the start page.'),
    source: z
      .string()
      .describe('Where it was found: `start`, `link`, `sitemap`, `feed`, `canonical` or `redirect`.'),
    status_code: StatusCode.optional().describe(
      'HTTP status of the target’s answer; of a page that was delivered.',
    ),
    title: z.string().optional().describe('Of a page that was delivered: its title.'),
    credits: credits('Credits charged; of a page that was delivered.').optional(),
    duplicate_of: z
      .uuid()
      .optional()
      .describe('Of a page without news: the job whose page has shown the same content before.'),
    error: z
      .string()
      .optional()
      .describe('The message of its error; of a page that has failed or was cancelled.'),
    error_code: z
      .string()
      .optional()
      .describe('The code of its error; of a page that has failed or was cancelled.'),
    result: ScrapeResult.optional().describe('Of a page that was delivered, while results are kept.'),
  })
  .describe('A page of a crawl, and what has become of it.')
export type CrawlPage = z.infer<typeof CrawlPage>

const counts = countsOf('pages')

const Trap = z.object({
  pattern: z.string().describe('What the addresses have in common.'),
  reason: z.string().describe('Why it was taken for endless.'),
  budget: count.describe('How many of its pages may bring nothing new before it is left.'),
  pages: count.describe('How many of its pages were scraped.'),
  skipped: count.describe('How many of its addresses were left out.'),
})

export const Crawl = z
  .object({
    crawl_id: CrawlId,
    url: z.string().describe('The start page; a login in it is shown as `***`.'),
    status: CrawlState,
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
        `What the crawl waits for, null while it does not. \`caller\`: to be resumed; else it goes on by itself when there is money again, or fewer of the account’s webhooks wait, for ${inWords(RETENTION.resultMs)}.`,
      ),
    ...counts,
    pages_scraped: count.describe('The same as completed.'),
    pages_failed: count.describe('The same as failed.'),
    pages_total: count.describe('Pages that were taken on, and those that are known and will be.'),
    max_pages: count.describe('Most pages that are scraped, as it was asked for.'),
    discovered: count.describe('Addresses within the bounds of the crawl that were found.'),
    skipped: z.record(z.string(), count).describe('Addresses that were left out, by reason.'),
    left_out: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .describe(
        `The first ${LIMITS.crawlLeftOut} of them for each reason, without those above ${LIMITS.crawlLeftOutChars.toLocaleString('en')} characters. Webhooks have none.`,
      ),
    waiting: z
      .array(z.string())
      .optional()
      .describe(
        `The first ${LIMITS.crawlWaiting} addresses whose turn has not come, in their order; absent in webhooks.`,
      ),
    traps: z.array(Trap).describe('Endless parts of the site that were left.'),
    site: z.record(z.string(), z.unknown()).describe('What was found at the site: robots.txt, sitemaps.'),
    estimated_credits: credits(
      'Credits that `max_pages` pages would cost at the tier that the start page is expected to need.',
    ),
    credits_used: CreditsUsed,
    created_at: CreatedAt,
    completed_at: time('When its last page had ended; null before.').nullable(),
    cancelled_at: time('When it was cancelled; null where it was not.').nullable(),
    webhook_url: ReceiverUrl,
    error: z.string().optional().describe('Why no page could be scraped; of a crawl that has failed.'),
    limit: count.optional().describe('Most entries of `results`; present with them.'),
    offset: count.optional().describe('Pages that were passed over; present with `results`.'),
    results: z
      .array(CrawlPage)
      .optional()
      .describe(
        'In the order in which pages were taken on; present once the crawl has ended, or with `include_results`.',
      ),
  })
  .describe('A crawl: how far it is, and what was found.')
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
}).describe('A crawl, as a list shows it.')
export type CrawlListEntry = z.infer<typeof CrawlListEntry>

export const CrawlList = z.object({
  crawls: z.array(CrawlListEntry).describe('The newest first.'),
  total: Total,
  limit: Limit,
  offset: Offset,
})
export type CrawlList = z.infer<typeof CrawlList>
