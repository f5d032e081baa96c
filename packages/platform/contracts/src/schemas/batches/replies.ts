import { z } from 'zod'
import { countsOf } from '../../fields/counts.ts'
import { BatchId, JobId } from '../../fields/ids.ts'
import { Limit, Offset, Total } from '../../fields/lists.ts'
import { CreditsUsed, credits, EstimatedCredits } from '../../fields/money.ts'
import {
  BATCH_ITEM_STATUSES,
  BATCH_STATUSES,
  BatchState,
  ItemState,
  WEBHOOK_STATUSES,
} from '../../fields/statuses.ts'
import { CreatedAt, time } from '../../fields/times.ts'
import { ReceiverUrl } from '../../fields/webhooks.ts'
import { Job } from '../jobs.ts'
import { SHOWN_LABELS } from '../labels.ts'
import { ScrapeResult } from '../scrape/result.ts'

export { BATCH_ITEM_STATUSES, BATCH_STATUSES, WEBHOOK_STATUSES }
export type BatchStatus = (typeof BATCH_STATUSES)[number]
export type BatchItemStatus = (typeof BATCH_ITEM_STATUSES)[number]
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number]

const Concurrency = z
  .number()
  .int()
  .nullable()
  .describe('Most of its items that may be at work at once; null: no bound of its own.')

export const BatchSkipped = z
  .object({
    index: z.number().int().describe('Its place in `urls`, from 0; of a retry its place in the batch.'),
    line: z.number().int().optional().describe('Of CSV: its line in the file, from 1.'),
    column: z.string().optional().describe('Of CSV: the column whose cell is at fault, by its name.'),
    field: z.string().describe('Empty for the entry as a whole.'),
    message: z.string().describe('What is wrong, and what to do about it.'),
    error_code: z.string().describe('What a scrape of it alone would be answered.'),
  })
  .describe('What is wrong with an entry that was left out.')
export type BatchSkipped = z.infer<typeof BatchSkipped>

export const BatchAccepted = z.object({
  batch_id: BatchId,
  status: BatchState,
  total_jobs: z.number().int().describe('Items that were taken on.'),
  total_urls: z.number().int().describe('The same as `total_jobs`.'),
  job_ids: z.array(z.uuid()).describe('The job of each item, in the order of `urls`: UUIDs.'),
  estimated_credits: EstimatedCredits,
  webhook_url: ReceiverUrl,
  concurrency: Concurrency,
  ...SHOWN_LABELS,
  skipped: z
    .array(BatchSkipped)
    .optional()
    .describe('With `on_invalid: "skip"`: the faults of entries that were left out, and cost nothing.'),
  retry_of: z.string().optional().describe('Of a retry: the batch whose items are scraped again.'),
})
export type BatchAccepted = z.infer<typeof BatchAccepted>

export const BatchItemStatusReply = z
  .object({
    job_id: JobId,
    url: z.string().describe('The page, as it was asked for; a login in it is shown as `***`.'),
    status: ItemState,
    ...SHOWN_LABELS,
    status_code: z.number().int().optional().describe('The target’s status, of an item that has succeeded.'),
    credits: credits('Credits charged; of an item that has succeeded.').optional(),
    error: z
      .string()
      .optional()
      .describe('The message of its error; of an item that has failed or was cancelled.'),
    error_code: z
      .string()
      .optional()
      .describe('The code of its error; of an item that has failed or was cancelled.'),
    result: ScrapeResult.optional().describe(
      'See `include_results`. `GET /jobs/{job_id}` has the result of an item that carries none.',
    ),
  })
  .describe('An item of a batch, and what has become of it.')
export type BatchItemStatusReply = z.infer<typeof BatchItemStatusReply>

const counts = countsOf('items')

export const Batch = z
  .object({
    batch_id: BatchId,
    status: BatchState,
    ...SHOWN_LABELS,
    ...counts,
    total_urls: z.number().int().describe('The same as `total`.'),
    concurrency: Concurrency,
    estimated_credits: EstimatedCredits,
    credits_used: CreditsUsed,
    created_at: CreatedAt,
    completed_at: time('When its last item had ended; null before.').nullable(),
    cancelled_at: time('When it was cancelled; null where it was not.').nullable(),
    webhook_url: ReceiverUrl,
    webhook_status: z
      .enum(WEBHOOK_STATUSES)
      .nullable()
      .describe('Of all deliveries to `webhook_url`; null without one.'),
    webhook_attempts: z
      .number()
      .int()
      .describe('How often it was tried to deliver to `webhook_url`, over all events.'),
    skipped: z
      .array(BatchSkipped)
      .optional()
      .describe('The faults of entries that were left out, as when it was accepted.'),
    items: z.array(BatchItemStatusReply).describe('In the order of `urls`.'),
  })
  .describe('A batch: how far it is, and its items.')
export type Batch = z.infer<typeof Batch>

/** The jobs of a batch in the order of its `urls`, each as GET /jobs/{job_id} shows it. */
export const BatchResults = z.object({
  batch_id: BatchId,
  status: BatchState,
  ...SHOWN_LABELS,
  total: z.number().int().describe('Items that fit the query, on all pages.'),
  limit: Limit,
  offset: Offset,
  results: z.array(Job).describe('Jobs in the order of `urls`, as `GET /jobs/{job_id}` shows them.'),
})
export type BatchResults = z.infer<typeof BatchResults>

export const BatchListEntry = z
  .object({
    batch_id: BatchId,
    url_count: z.number().int().describe('The same as `total`.'),
    ...SHOWN_LABELS,
    status: BatchState,
    concurrency: Concurrency,
    ...counts,
    credits_used: CreditsUsed,
    created_at: CreatedAt,
    completed_at: time('When its last item had ended; null before.').nullable(),
  })
  .describe('A batch, as a list shows it.')
export type BatchListEntry = z.infer<typeof BatchListEntry>

export const BatchList = z.object({
  batches: z.array(BatchListEntry).describe('The newest first.'),
  total: Total,
  limit: Limit,
  offset: Offset,
})
export type BatchList = z.infer<typeof BatchList>

const percent = z.number().min(0).max(100)
const count = z.number().int()

/** Of the batches that were created in the last days, today included, in UTC. Rates are over what has ended and was not cancelled. */
export const BatchAnalytics = z.object({
  summary: z
    .object({
      total_batches: count.describe('Batches that were made.'),
      total_urls: count.describe('Items of these batches.'),
      success_rate: percent.describe('Percent of the items that have ended and were not cancelled.'),
      total_credits: credits('Credits charged for them.'),
    })
    .describe('Of all these days together.'),
  daily_stats: z
    .array(
      z.object({
        date: z.iso.date().describe('The day, in UTC.'),
        batches: count.describe('Batches that were made on it.'),
        urls: count.describe('Items of these batches.'),
        succeeded: count.describe('Items that have succeeded.'),
        failed: count.describe('Items that have failed.'),
        credits: credits('Credits charged for these batches, whenever their items ended.'),
      }),
    )
    .describe('A row for each day, the oldest first, also where there was nothing.'),
  domain_breakdown: z
    .array(
      z.object({
        domain: z
          .string()
          .nullable()
          .describe('The host of the addresses; null for pages that were not fetched.'),
        url_count: count.describe('Items at this host.'),
        success_rate: percent.describe('Percent of its items that have ended and were not cancelled.'),
        avg_credits: credits('Credits charged per item that has ended and was not cancelled.'),
      }),
    )
    .describe('The hosts with most URLs first, at most 100.'),
  tier_distribution: z
    .object({
      tier_1: count.describe('Deliveries by tier 1.'),
      tier_2: count.describe('Deliveries by tier 2.'),
      tier_3: count.describe('Deliveries by tier 3.'),
      tier_3_5: count.optional().describe('Deliveries by tier 3.5; absent where there are none.'),
      tier_4: count.describe('Deliveries by tier 4.'),
      tier_5: count.describe('Deliveries by tier 5.'),
    })
    .describe('Deliveries by tier. Answers from the cache are of no tier.'),
})
export type BatchAnalytics = z.infer<typeof BatchAnalytics>
