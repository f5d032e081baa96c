import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { WebhookLog } from '../schemas/batches/webhook-log.ts'

const params = z.object({ batch_id: z.string() })

export const getWebhookLog = endpoint({
  method: 'GET',
  path: '/batch/{batch_id}/webhook-log',
  summary: "Read every attempt to tell a batch's webhook_url, and what came of it.",
  auth: 'apiKeyOrBearer',
  consent: 'work',
  params,
  responses: { 200: WebhookLog },
  errors: ['NOT_FOUND'],
})

export const retryWebhook = endpoint({
  method: 'POST',
  path: '/batch/{batch_id}/webhook-retry',
  summary: "Tell a batch's webhook_url again what it was not told.",
  description:
    'What was not delivered is sent again, three times at most, and the log begins anew. What was delivered is not sent again. Refused while the webhook is `pending`, and when it was `delivered`.',
  auth: 'apiKeyOrBearer',
  consent: 'work',
  params,
  responses: { 200: WebhookLog },
  errors: ['NOT_FOUND'],
})
