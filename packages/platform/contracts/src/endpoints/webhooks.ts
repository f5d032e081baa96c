import { z } from 'zod'
import { endpoint, NO_BODY } from '../endpoint.ts'
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

const params = z.object({ webhook_id: z.string() })

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/webhooks',
  summary: "List the addresses that are told the account's events.",
  auth: 'apiKeyOrBearer',
  query: PageQuery,
  responses: { 200: WebhookList },
  errors: [],
})

export const createWebhook = endpoint({
  method: 'POST',
  path: '/webhooks',
  summary:
    'Name an address that is told every event of the account, or those of `events`, by signed POST requests.',
  auth: 'apiKeyOrBearer',
  role: 'admin',
  body: WebhookCreate,
  responses: { 201: WebhookCreated },
  errors: ['URL_NOT_ALLOWED', 'CONFLICT'],
})

export const getWebhook = endpoint({
  method: 'GET',
  path: '/webhooks/{webhook_id}',
  summary: 'Read a webhook, with what became of its latest deliveries.',
  auth: 'apiKeyOrBearer',
  params,
  responses: { 200: WebhookDetail },
  errors: ['NOT_FOUND'],
})

export const updateWebhook = endpoint({
  method: 'PATCH',
  path: '/webhooks/{webhook_id}',
  summary: 'Change the named fields of a webhook.',
  description:
    'What is still to be delivered goes to a new `url` as well. Switching off ends it undelivered; switching on again forgets earlier failures.',
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
  summary: 'Delete a webhook. What is still to be delivered to it is not sent any more.',
  auth: 'apiKeyOrBearer',
  role: 'admin',
  params,
  responses: { 204: NO_BODY },
  errors: ['NOT_FOUND'],
})

export const testWebhook = endpoint({
  method: 'POST',
  path: '/webhooks/{webhook_id}/test',
  summary: 'Send a signed test event now, and tell how that went.',
  description:
    'Works for a webhook that is switched off, too. It is tried once. 202: it has not ended yet; `GET /webhooks/{webhook_id}` will tell.',
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
  description:
    'It is made when it is first asked for. Keys need the scope `write`: whoever has the secret can forge what receivers trust.',
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
  description:
    'Each that is replaced signs as well for 24 hours, also when the secret is replaced again; `end_previous` ends all of them at once. 8 may sign at a time.',
  auth: 'apiKeyOrBearer',
  role: 'admin',
  idempotent: true,
  limitPerAccount: { requests: 20, seconds: 60 },
  body: WebhookSecretRotation.optional(),
  responses: { 200: WebhookSecret },
  errors: [],
})
