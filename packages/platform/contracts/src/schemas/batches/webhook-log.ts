import { z } from 'zod'
import { WEBHOOK_STATUSES } from './replies.ts'

export const WebhookAttempt = z.object({
  attempt: z.number().int().describe('Number of the attempt at its delivery, 1 to 3.'),
  status_code: z.number().int().nullable().describe('Null when no answer came.'),
  error: z.string().nullable().describe('Null when it was delivered.'),
  timestamp: z.iso.datetime(),
  job_id: z.uuid().nullable().describe('Null where the event is of the whole batch.'),
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
