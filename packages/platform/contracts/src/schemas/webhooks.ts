import { closest } from 'fastest-levenshtein'
import { z } from 'zod'
import { inWords, RETENTION } from '../limits.ts'
import { WEBHOOK_STATUSES } from './batches/replies.ts'
import { Name } from './primitives.ts'
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

const EVENT_CHARS = 100

const Event = z.enum(WEBHOOK_EVENTS, {
  error: ({ input }) =>
    typeof input === 'string' && input.length <= EVENT_CHARS
      ? `"${input}" is no event; the nearest one is "${closest(input, WEBHOOK_EVENTS)}"`
      : `must be one of ${WEBHOOK_EVENTS.join(', ')}`,
})

const Events = z
  .array(Event)
  .min(1)
  .max(50)
  .transform((events) => WEBHOOK_EVENTS.filter((event) => events.includes(event)))

export const WebhookCreate = z.strictObject({
  url: WebhookUrl.describe(
    'Receives the events by POST: https, public, without a login in it. Plain http works in development only.',
  ),
  name: Name.nullish(),
  events: Events.optional().describe('Which events are sent. Default: all.'),
  is_active: z.boolean().default(true).describe('Whether anything is sent.'),
})
export type WebhookCreate = z.infer<typeof WebhookCreate>

export const WebhookUpdate = z
  .strictObject({
    url: WebhookUrl.optional().describe('What is still to be delivered goes to the new address.'),
    name: Name.nullable().optional(),
    events: Events.optional(),
    is_active: z
      .boolean()
      .optional()
      .describe('Switching off drops what is still to be delivered; switching on forgets earlier failures.'),
  })
  .refine((update) => Object.keys(update).length > 0, 'name at least one field to change')
export type WebhookUpdate = z.infer<typeof WebhookUpdate>

const Time = z.iso.datetime()

/** An address of the account's own that is told its events. */
export const Webhook = z.object({
  id: z.uuid(),
  name: z.string().nullable(),
  url: z.string(),
  events: z.array(z.string()),
  is_active: z.boolean(),
  failure_count: z.number().int().describe('Deliveries that have failed since the last success.'),
  failing_since: Time.nullable(),
  disabled_at: Time.nullable().describe('When it was switched off because nothing had succeeded for 5 days.'),
  created_at: Time,
  updated_at: Time,
})
export type Webhook = z.infer<typeof Webhook>

export const WebhookCreated = Webhook.extend({
  secret: z.string().describe('Signs what is sent; the same for all webhooks of the account.'),
})
export type WebhookCreated = z.infer<typeof WebhookCreated>

export const WebhookList = z.object({
  webhooks: z.array(Webhook),
  total: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
})
export type WebhookList = z.infer<typeof WebhookList>

/** One event for one receiver, and how its last attempt ended. */
export const WebhookDelivery = z.object({
  id: z.string().describe('The webhook-id of its requests.'),
  event: z.string(),
  job_id: z.uuid().nullable(),
  batch_id: z.string().nullable(),
  crawl_id: z.uuid().optional(),
  status: z.enum(WEBHOOK_STATUSES),
  attempts: z.number().int(),
  status_code: z.number().int().nullable(),
  error: z.string().nullable(),
  duration_ms: z.number().int().nullable(),
  created_at: Time,
  ended_at: Time.nullable(),
  next_attempt_at: Time.nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

export const WebhookStats = z.object({
  deliveries: z.number().int().describe('The latest ones, 1,000 at most; the others count these.'),
  delivered: z.number().int(),
  failed: z.number().int(),
  pending: z.number().int(),
  success_rate: z.number().nullable().describe('Percent of those that were delivered or have failed.'),
})
export type WebhookStats = z.infer<typeof WebhookStats>

/** A webhook with what became of its latest deliveries, the newest first. `webhook` is the same once more, for clients that look there. */
export const WebhookDetail = Webhook.extend({
  webhook: Webhook,
  recent_deliveries: z.array(WebhookDelivery),
  stats: WebhookStats,
})
export type WebhookDetail = z.infer<typeof WebhookDetail>

export const WebhookTestResult = z.object({
  delivery_id: z.string().describe('The webhook-id of its request.'),
  event: z.literal(WEBHOOK_TEST_EVENT),
  success: z.boolean(),
  status: z.enum(WEBHOOK_STATUSES),
  status_code: z.number().int().nullable(),
  error: z.string().nullable(),
  duration_ms: z.number().int().nullable(),
})
export type WebhookTestResult = z.infer<typeof WebhookTestResult>

export const WebhookSecret = z.object({
  secret: z.string(),
  created_at: Time,
  previous_expires_at: Time.nullable().describe('Until when secrets before this one sign as well.'),
})
export type WebhookSecret = z.infer<typeof WebhookSecret>

export const WebhookSecretRotation = z.object({
  end_previous: z
    .boolean()
    .default(false)
    .describe(
      `Whether the secrets before stop to sign at once, as after a leak. Else each signs for ${inWords(RETENTION.replacedSecretMs)} more.`,
    ),
})
export type WebhookSecretRotation = z.infer<typeof WebhookSecretRotation>
