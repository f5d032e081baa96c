import { endpointsIn, NO_BODY } from '../endpoint.ts'
import { inPath } from '../fields/ids.ts'
import { inWords, RETENTION } from '../limits.ts'
import { PageQuery } from '../schemas/page.ts'
import {
  Webhook,
  WebhookCreate,
  WebhookCreated,
  WebhookDetail,
  WebhookList,
  WebhookSecret,
  WebhookSecretRotation,
  WebhookTestResult,
  WebhookUpdate,
} from '../schemas/webhooks.ts'

const endpoint = endpointsIn(
  'Webhooks',
  'Addresses of yours that are told what has happened, by signed requests.',
)

const params = inPath('webhook_id')

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/webhooks',
  summary: "List the account's webhook endpoints.",
  auth: 'apiKeyOrBearer',
  query: PageQuery,
  responses: { 200: WebhookList },
  errors: [],
})

export const createWebhook = endpoint({
  method: 'POST',
  path: '/webhooks',
  summary: 'Register an address that receives events of the account as signed POST requests.',
  description:
    'Events of jobs of test keys are sent too. One whose deliveries have all failed for 5 days is switched off, and the owner of the account gets a mail.',
  auth: 'apiKeyOrBearer',
  role: 'admin',
  body: WebhookCreate,
  responses: { 201: WebhookCreated },
  errors: ['URL_NOT_ALLOWED', 'CONFLICT'],
})

export const getWebhook = endpoint({
  method: 'GET',
  path: '/webhooks/{webhook_id}',
  summary: 'Read a webhook endpoint, its last 20 deliveries, and figures about the last 1,000.',
  auth: 'apiKeyOrBearer',
  params,
  responses: { 200: WebhookDetail },
  errors: ['NOT_FOUND'],
})

export const updateWebhook = endpoint({
  method: 'PATCH',
  path: '/webhooks/{webhook_id}',
  summary: 'Change the named fields of a webhook endpoint.',
  description:
    'What is still to be delivered goes to the new `url`. Switching off drops it; switching on forgets earlier failures.',
  auth: 'apiKeyOrBearer',
  role: 'admin',
  params,
  body: WebhookUpdate,
  responses: { 200: Webhook },
  errors: ['URL_NOT_ALLOWED', 'NOT_FOUND', 'CONFLICT'],
})

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/webhooks/{webhook_id}',
  summary: 'Delete a webhook endpoint. What is still to be delivered to it is dropped.',
  auth: 'apiKeyOrBearer',
  role: 'admin',
  params,
  responses: { 204: NO_BODY },
  errors: ['NOT_FOUND'],
})

export const testWebhook = endpoint({
  method: 'POST',
  path: '/webhooks/{webhook_id}/test',
  summary: 'Send a signed `webhook.test` once, and report how that went.',
  description:
    'Works while the endpoint is switched off, too. 202: the receiver has not answered yet; `GET /webhooks/{webhook_id}` shows the end.',
  auth: 'apiKeyOrBearer',
  role: 'admin',
  limitPerAccount: { requests: 20, seconds: 60 },
  idempotent: false,
  params,
  responses: { 200: WebhookTestResult, 202: WebhookTestResult },
  errors: ['NOT_FOUND'],
})

export const getWebhookSecret = endpoint({
  method: 'GET',
  path: '/webhooks/secret',
  summary: 'Read the secret that signs all webhooks of the account.',
  description: 'It is made when it is first read. Whoever has the secret can forge what receivers trust.',
  auth: 'apiKeyOrBearer',
  role: 'admin',
  scope: 'write',
  responses: { 200: WebhookSecret },
  errors: [],
})

export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: '/webhooks/secret/rotate',
  summary: 'Replace the secret that signs webhooks.',
  description: `A replaced secret signs as well for ${inWords(RETENTION.replacedSecretMs)}; \`end_previous\` ends all replaced ones at once. At most 8 sign at a time.`,
  auth: 'apiKeyOrBearer',
  role: 'admin',
  idempotent: true,
  limitPerAccount: { requests: 20, seconds: 60 },
  body: WebhookSecretRotation.optional(),
  responses: { 200: WebhookSecret },
  errors: [],
})
