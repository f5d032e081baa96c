import { z } from 'zod'
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
