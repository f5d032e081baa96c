import { z } from 'zod'
import { WEBHOOK_STATUSES } from './replies.ts'

export const WebhookAttempt = z.object({
  /** Of its delivery: 1 to 3. */
  attempt: z.number().int(),
  /** Null when no answer came. */
  status_code: z.number().int().nullable(),
  /** Null when it was delivered. */
  error: z.string().nullable(),
  timestamp: z.iso.datetime(),
  /** Null where the event is of the whole batch. */
  job_id: z.uuid().nullable(),
  event: z.string(),
})
export type WebhookAttempt = z.infer<typeof WebhookAttempt>

export const WebhookLog = z.object({
  batch_id: z.string(),
  webhook_url: z.string().nullable(),
  webhook_status: z.enum(WEBHOOK_STATUSES).nullable(),
  attempts: z.array(WebhookAttempt),
  next_retry_at: z.iso.datetime().nullable(),
})
export type WebhookLog = z.infer<typeof WebhookLog>
