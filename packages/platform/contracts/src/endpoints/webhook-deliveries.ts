import { endpointsIn, FILE } from '../endpoint.ts'
import { inPath } from '../fields/ids.ts'
import { inWords, LIMITS, RETENTION } from '../limits.ts'
import {
  WebhookDeliveryDetail,
  WebhookDeliveryList,
  WebhookDeliveryQuery,
  WebhookReplay,
  WebhookReplayed,
  WebhookReplayResult,
} from '../schemas/webhook-deliveries.ts'

const endpoint = endpointsIn('Webhooks')

const params = inPath('delivery_id')

export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/webhooks/deliveries',
  summary: `List what receivers were told in the last ${inWords(RETENTION.jobMs)}, the newest first.`,
  description:
    'To endpoints, and to addresses that requests named, by any of the filters together. `next_cursor` goes on from where a page ended.',
  auth: 'apiKeyOrBearer',
  query: WebhookDeliveryQuery,
  responses: { 200: WebhookDeliveryList },
  errors: [],
})

export const getWebhookDelivery = endpoint({
  method: 'GET',
  path: '/webhooks/deliveries/{delivery_id}',
  summary: 'Read a delivery: the body, and each attempt with its headers, signature and answer.',
  auth: 'apiKeyOrBearer',
  params,
  responses: { 200: WebhookDeliveryDetail },
  errors: ['NOT_FOUND'],
})

export const getWebhookDeliveryBody = endpoint({
  method: 'GET',
  path: '/webhooks/deliveries/{delivery_id}/body',
  summary: 'Read the body of a delivery as it was sent, byte for byte.',
  description: '404 also once it cannot be made as it was, as the result is not kept any more.',
  auth: 'apiKeyOrBearer',
  params,
  responses: { 200: FILE },
  contentTypes: ['application/octet-stream'],
  errors: ['NOT_FOUND'],
})

export const replayWebhookDelivery = endpoint({
  method: 'POST',
  path: '/webhooks/deliveries/{delivery_id}/replay',
  summary: 'Send a delivery that has ended again.',
  description:
    'A new delivery of the same `webhook-id` and body, signed anew, to where its endpoint is now. 409 while it is still tried, when its endpoint is gone or switched off, and when its body or address is not kept any more.',
  auth: 'apiKeyOrBearer',
  role: 'admin',
  limitPerAccount: { requests: 60, seconds: 60 },
  takesSlot: false,
  params,
  responses: { 202: WebhookReplayed },
  polled: ['/webhooks/deliveries/{delivery_id}'],
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const replayWebhookDeliveries = endpoint({
  method: 'POST',
  path: '/webhooks/deliveries/replay',
  summary: 'Send the deliveries of a span of time again.',
  description: `As \`POST /webhooks/deliveries/{delivery_id}/replay\` does each, without those that were replays. More than ${LIMITS.webhookDeliveries.replayed.toLocaleString('en')} are refused: name a shorter span.`,
  auth: 'apiKeyOrBearer',
  role: 'admin',
  limitPerAccount: { requests: 10, seconds: 60 },
  idempotent: true,
  body: WebhookReplay,
  responses: { 200: WebhookReplayResult },
  errors: [],
})
