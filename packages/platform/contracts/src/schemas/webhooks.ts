import { z } from 'zod'
import { ownId } from '../fields/ids.ts'
import { Limit, Offset, Total } from '../fields/lists.ts'
import { DeliveryState } from '../fields/statuses.ts'
import { CreatedAt, time, UpdatedAt } from '../fields/times.ts'
import { AnswerError, AnswerMs, AnswerStatus } from '../fields/webhooks.ts'
import { inWords, RETENTION } from '../limits.ts'
import { Name } from './primitives.ts'
import { WebhookDelivery } from './webhook-deliveries.ts'
import { WebhookHeaders } from './webhook-headers.ts'
import { WebhookUrl } from './webhook-url.ts'

/** What an endpoint may be told (`docs/decisions/0029-webhook-secrets.md`). */
export const WEBHOOK_EVENTS = [
  'job.completed',
  'job.failed',
  'batch.completed',
  'crawl.completed',
  'monitor.changed',
  'schedule.completed',
  'alert.fired',
  'alert.resolved',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** What `POST /webhooks/{id}/test` sends. No endpoint can be without it. */
export const WEBHOOK_TEST_EVENT = 'webhook.test'

const Events = z
  .array(z.enum(WEBHOOK_EVENTS))
  .min(1)
  .max(50)
  .transform((events) => WEBHOOK_EVENTS.filter((event) => events.includes(event)))

export const WebhookCreate = z.strictObject({
  url: WebhookUrl.describe(
    'Receives the events by POST: https, public, without a login in it. Plain http works in development only.',
  ),
  name: Name.nullish().describe('What you call it: one line of at most 100 characters. Null: nothing.'),
  events: Events.optional().describe('Which events are sent. Default: all.'),
  headers: WebhookHeaders.optional(),
  is_active: z.boolean().default(true).describe('Whether anything is sent.'),
})
export type WebhookCreate = z.infer<typeof WebhookCreate>

export const WebhookUpdate = z
  .strictObject({
    url: WebhookUrl.optional().describe('What is still to be delivered goes to the new address.'),
    name: Name.nullable()
      .optional()
      .describe('What you call it: one line of at most 100 characters. Null: nothing.'),
    events: Events.optional().describe('Which events are sent, in place of those before.'),
    headers: WebhookHeaders.nullable()
      .optional()
      .describe(
        'Headers of your own, in place of all before; null: none. Needed with a `url` at another origin where there are any: they are not taken along.',
      ),
    is_active: z
      .boolean()
      .optional()
      .describe('Switching off drops what is still to be delivered; switching on forgets earlier failures.'),
  })
  .refine((update) => Object.keys(update).length > 0, 'name at least one field to change')
export type WebhookUpdate = z.infer<typeof WebhookUpdate>

export const Webhook = z
  .object({
    id: ownId('webhook_id'),
    name: z.string().nullable().describe('What it was called; null: nothing.'),
    url: z.string().describe('Where the events go.'),
    events: z.array(z.string()).describe('Which events are sent.'),
    header_names: z
      .array(z.string())
      .describe('Names of the headers of your own that go with each request; their values are not shown.'),
    is_active: z.boolean().describe('Whether anything is sent.'),
    failure_count: z.number().int().describe('Deliveries that have failed since the last success.'),
    failing_since: time('When the first of these deliveries failed; null where there is none.').nullable(),
    disabled_at: time(
      'When it was switched off because nothing had succeeded for 5 days; null where it was not.',
    ).nullable(),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  })
  .describe('An address of yours that is told what happens.')
export type Webhook = z.infer<typeof Webhook>

export const WebhookCreated = Webhook.extend({
  secret: z.string().describe('Signs what is sent; the same for all webhooks of the account.'),
})
export type WebhookCreated = z.infer<typeof WebhookCreated>

export const WebhookList = z.object({
  webhooks: z.array(Webhook).describe('The oldest first.'),
  total: Total,
  limit: Limit,
  offset: Offset,
})
export type WebhookList = z.infer<typeof WebhookList>

export const WebhookStats = z
  .object({
    deliveries: z.number().int().describe('The latest ones, 1,000 at most; the others count these.'),
    delivered: z.number().int().describe('Those that the receiver has taken.'),
    failed: z.number().int().describe('Those that were given up.'),
    pending: z.number().int().describe('Those that are still tried.'),
    success_rate: z
      .number()
      .nullable()
      .describe('Percent that were delivered, of those that were or have failed; null of none.'),
  })
  .describe('What became of the latest deliveries.')
export type WebhookStats = z.infer<typeof WebhookStats>

/** A webhook with what became of its latest deliveries, the newest first. `webhook` is the same once more, for clients that look there. */
export const WebhookDetail = Webhook.extend({
  webhook: Webhook.describe('The same once more, for clients that look here.'),
  recent_deliveries: z.array(WebhookDelivery).describe('The latest 20, the newest first.'),
  stats: WebhookStats.describe('What became of the latest deliveries.'),
})
export type WebhookDetail = z.infer<typeof WebhookDetail>

export const WebhookTestResult = z.object({
  delivery_id: z.string().describe('The webhook-id of its request.'),
  event: z.literal(WEBHOOK_TEST_EVENT).describe('What was sent.'),
  success: z.boolean().describe('Whether the receiver has taken it.'),
  status: DeliveryState,
  status_code: AnswerStatus,
  error: AnswerError,
  duration_ms: AnswerMs,
})
export type WebhookTestResult = z.infer<typeof WebhookTestResult>

export const WebhookSecret = z.object({
  secret: z.string().describe('Signs what is sent: `whsec_` and base64, as Standard Webhooks have it.'),
  created_at: CreatedAt,
  previous_expires_at: time(
    'Until when secrets before this one sign as well; null where there are none.',
  ).nullable(),
})
export type WebhookSecret = z.infer<typeof WebhookSecret>

export const WebhookSecretRotation = z
  .object({
    end_previous: z
      .boolean()
      .default(false)
      .describe(
        `Whether the secrets before stop to sign at once, as after a leak. Else each signs for ${inWords(RETENTION.replacedSecretMs)} more.`,
      ),
  })
  .describe('How the secret that signs is replaced.')
export type WebhookSecretRotation = z.infer<typeof WebhookSecretRotation>
