import { z } from 'zod'
import { BatchId } from '../../fields/ids.ts'
import { time } from '../../fields/times.ts'
import { ReceiverUrl } from '../../fields/webhooks.ts'
import { WEBHOOK_STATUSES } from './replies.ts'

export const WebhookAttempt = z
  .object({
    attempt: z.number().int().describe('Number of the attempt at its delivery, 1 to 3.'),
    status_code: z.number().int().nullable().describe('HTTP status of the answer; null when none came.'),
    error: z.string().nullable().describe('Why it failed; null when it was delivered.'),
    timestamp: time('When it was tried.'),
    job_id: z
      .uuid()
      .nullable()
      .describe('The job that the event is about; null where it is about the whole batch.'),
    event: z.string().describe('What it told: `job.completed`, `job.failed` or `batch.completed`.'),
  })
  .describe('One attempt to deliver an event.')
export type WebhookAttempt = z.infer<typeof WebhookAttempt>

export const WebhookLog = z.object({
  batch_id: BatchId,
  webhook_url: ReceiverUrl,
  webhook_status: z
    .enum(WEBHOOK_STATUSES)
    .nullable()
    .describe('Of all deliveries to `webhook_url` together; null without one.'),
  attempts: z.array(WebhookAttempt).describe('Each attempt at each delivery, the newest last.'),
  next_retry_at: time('When the next delivery is tried; null where none waits.').nullable(),
})
export type WebhookLog = z.infer<typeof WebhookLog>
