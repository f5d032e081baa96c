import { endpointsIn } from '../endpoint.ts'
import { inPath } from '../fields/ids.ts'
import { WebhookLog } from '../schemas/batches/webhook-log.ts'

const endpoint = endpointsIn('Batches')

const params = inPath('batch_id')

export const getWebhookLog = endpoint({
  method: 'GET',
  path: '/batch/{batch_id}/webhook-log',
  summary: "Read every attempt to deliver events to a batch's `webhook_url`.",
  auth: 'apiKeyOrBearer',
  consent: 'work',
  params,
  responses: { 200: WebhookLog },
  errors: ['NOT_FOUND'],
})

export const retryWebhook = endpoint({
  method: 'POST',
  path: '/batch/{batch_id}/webhook-retry',
  summary: "Deliver again what a batch's `webhook_url` has not received.",
  description:
    'Once the batch has ended: what was not delivered is sent again, three times at most, and the log begins anew. 400 while deliveries are `pending`, when all were `delivered`, and without a `webhook_url`.',
  auth: 'apiKeyOrBearer',
  consent: 'work',
  params,
  responses: { 200: WebhookLog },
  errors: ['NOT_FOUND'],
})
