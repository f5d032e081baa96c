import { z } from 'zod'
import { Job } from '../jobs.ts'
import { SHOWN_LABELS } from '../labels.ts'
import { ScrapeResult } from '../scrape/result.ts'

export const BATCH_STATUSES = [
  'pending',
  'processing',
  'completed',
  'partially_failed',
  'failed',
  'cancelled',
] as const
export type BatchStatus = (typeof BATCH_STATUSES)[number]

export const BATCH_ITEM_STATUSES = ['pending', 'running', 'succeeded', 'failed', 'cancelled'] as const
export type BatchItemStatus = (typeof BATCH_ITEM_STATUSES)[number]

export const WEBHOOK_STATUSES = ['pending', 'retrying', 'delivered', 'failed', 'cancelled'] as const
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number]

/** What is wrong with an entry that was left out. */
export const BatchSkipped = z.object({
  index: z.number().int().describe('Its place in `urls`, from 0; of a retry its place in the batch.'),
  field: z.string().describe('Empty for the entry as a whole.'),
  message: z.string().describe('What is wrong, and what to do about it.'),
  error_code: z.string().describe('What a scrape of it alone would be answered.'),
})
export type BatchSkipped = z.infer<typeof BatchSkipped>

export const BatchAccepted = z.object({
  batch_id: z.string(),
  status: z.enum(BATCH_STATUSES),
  total_jobs: z.number().int(),
  total_urls: z.number().int(),
  job_ids: z.array(z.uuid()).describe('In the order of `urls`.'),
  estimated_credits: z.number().describe('By the tier that each page is expected to need.'),
  webhook_url: z.string().nullable(),
  ...SHOWN_LABELS,
  skipped: z
    .array(BatchSkipped)
    .optional()
    .describe('With `on_invalid: "skip"`: the faults of entries that were left out, and cost nothing.'),
  retry_of: z.string().optional().describe('The batch whose items are scraped again.'),
})
export type BatchAccepted = z.infer<typeof BatchAccepted>

export const BatchItemStatusReply = z.object({
  job_id: z.uuid(),
  url: z.string(),
  status: z.enum(BATCH_ITEM_STATUSES),
  ...SHOWN_LABELS,
  status_code: z.number().int().optional().describe('The target’s status, of an item that has succeeded.'),
  credits: z.number().optional().describe('What it cost, of an item that has succeeded.'),
  error: z.string().optional(),
  error_code: z.string().optional(),
  result: ScrapeResult.optional().describe(
    'See `include_results`. `GET /jobs/{job_id}` has the result of an item that carries none.',
  ),
})
export type BatchItemStatusReply = z.infer<typeof BatchItemStatusReply>

const counts = {
  total: z.number().int(),
  completed: z.number().int(),
  failed: z.number().int(),
  cancelled: z.number().int(),
  pending: z.number().int().describe('Items that have not ended.'),
}

export const Batch = z.object({
  batch_id: z.string(),
  status: z.enum(BATCH_STATUSES),
  ...SHOWN_LABELS,
  ...counts,
  total_urls: z.number().int(),
  estimated_credits: z.number(),
  credits_used: z.number(),
  created_at: z.iso.datetime(),
  completed_at: z.iso.datetime().nullable(),
  cancelled_at: z.iso.datetime().nullable(),
  webhook_url: z.string().nullable(),
  webhook_status: z
    .enum(WEBHOOK_STATUSES)
    .nullable()
    .describe('Of all deliveries to `webhook_url`; null without one.'),
  webhook_attempts: z.number().int(),
  items: z.array(BatchItemStatusReply),
})
export type Batch = z.infer<typeof Batch>

/** The jobs of a batch in the order of its `urls`, each as GET /jobs/{job_id} shows it. */
export const BatchResults = z.object({
  batch_id: z.string(),
  status: z.enum(BATCH_STATUSES),
  ...SHOWN_LABELS,
  total: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
  results: z.array(Job),
})
export type BatchResults = z.infer<typeof BatchResults>

export const BatchListEntry = z.object({
  batch_id: z.string(),
  url_count: z.number().int(),
  ...SHOWN_LABELS,
  status: z.enum(BATCH_STATUSES),
  ...counts,
  credits_used: z.number(),
  created_at: z.iso.datetime(),
  completed_at: z.iso.datetime().nullable(),
})
export type BatchListEntry = z.infer<typeof BatchListEntry>

export const BatchList = z.object({
  batches: z.array(BatchListEntry),
  total: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
})
export type BatchList = z.infer<typeof BatchList>

const percent = z.number().min(0).max(100)
const count = z.number().int()

/** Of the batches that were created in the last days, today included, in UTC. Rates are over what has ended and was not cancelled. */
export const BatchAnalytics = z.object({
  summary: z.object({
    total_batches: count,
    total_urls: count,
    success_rate: percent.describe('Percent of the items that have ended and were not cancelled.'),
    total_credits: z.number(),
  }),
  daily_stats: z.array(
    z.object({
      date: z.iso.date(),
      batches: count,
      urls: count,
      succeeded: count,
      failed: count,
      credits: z.number(),
    }),
  ),
  domain_breakdown: z
    .array(z.object({ domain: z.string(), url_count: count, success_rate: percent, avg_credits: z.number() }))
    .describe('The hosts with most URLs first, at most 100.'),
  tier_distribution: z
    .object({
      tier_1: count,
      tier_2: count,
      tier_3: count,
      tier_3_5: count.optional(),
      tier_4: count,
      tier_5: count,
    })
    .describe('Deliveries by tier. Answers from the cache are of no tier.'),
})
export type BatchAnalytics = z.infer<typeof BatchAnalytics>
