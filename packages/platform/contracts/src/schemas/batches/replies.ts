import { z } from 'zod'
import { Job } from '../jobs.ts'
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

export const BatchAccepted = z.object({
  batch_id: z.string(),
  status: z.enum(BATCH_STATUSES),
  total_jobs: z.number().int(),
  total_urls: z.number().int(),
  /** In the order of the request. */
  job_ids: z.array(z.uuid()),
  estimated_credits: z.number(),
  webhook_url: z.string().nullable(),
})
export type BatchAccepted = z.infer<typeof BatchAccepted>

export const BatchItemStatusReply = z.object({
  job_id: z.uuid(),
  url: z.string(),
  status: z.enum(BATCH_ITEM_STATUSES),
  /** What the target answered, and what it cost; of an item that has succeeded. */
  status_code: z.number().int().optional(),
  credits: z.number().optional(),
  error: z.string().optional(),
  error_code: z.string().optional(),
  /** See `include_results`; an item that has succeeded and carries none is read by GET /jobs/{job_id}. */
  result: ScrapeResult.optional(),
})
export type BatchItemStatusReply = z.infer<typeof BatchItemStatusReply>

const counts = {
  total: z.number().int(),
  completed: z.number().int(),
  failed: z.number().int(),
  cancelled: z.number().int(),
  /** Waiting, queued and running. */
  pending: z.number().int(),
}

export const Batch = z.object({
  batch_id: z.string(),
  status: z.enum(BATCH_STATUSES),
  ...counts,
  total_urls: z.number().int(),
  estimated_credits: z.number(),
  credits_used: z.number(),
  created_at: z.iso.datetime(),
  completed_at: z.iso.datetime().nullable(),
  cancelled_at: z.iso.datetime().nullable(),
  webhook_url: z.string().nullable(),
  /** Of all that the batch's webhook_url is told; null without one. */
  webhook_status: z.enum(WEBHOOK_STATUSES).nullable(),
  webhook_attempts: z.number().int(),
  items: z.array(BatchItemStatusReply),
})
export type Batch = z.infer<typeof Batch>

/** The jobs of a batch in the order of its `urls`, each as GET /jobs/{job_id} shows it. */
export const BatchResults = z.object({
  batch_id: z.string(),
  status: z.enum(BATCH_STATUSES),
  total: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
  results: z.array(Job),
})
export type BatchResults = z.infer<typeof BatchResults>

export const BatchListEntry = z.object({
  batch_id: z.string(),
  url_count: z.number().int(),
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
    success_rate: percent,
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
  /** The hosts with most URLs first, at most 100. */
  domain_breakdown: z.array(
    z.object({ domain: z.string(), url_count: count, success_rate: percent, avg_credits: z.number() }),
  ),
  /** Deliveries by their tier; `tier_3_5` once it was used. Answers from the cache are of no tier. */
  tier_distribution: z.object({
    tier_1: count,
    tier_2: count,
    tier_3: count,
    tier_3_5: count.optional(),
    tier_4: count,
    tier_5: count,
  }),
})
export type BatchAnalytics = z.infer<typeof BatchAnalytics>
