import { z } from 'zod'
import { limitUpTo } from '../fields/lists.ts'
import { DeliveryState, WEBHOOK_STATUSES } from '../fields/statuses.ts'
import { CreatedAt, time } from '../fields/times.ts'
import { AnswerError, AnswerMs, AnswerStatus, Attempts } from '../fields/webhooks.ts'
import { LIMITS } from '../limits.ts'
import { Moment, momentOf } from './moment.ts'
import { PollUrl } from './poll-url.ts'

const { pageRows, replayed, shownBodyBytes } = LIMITS.webhookDeliveries

/** Of what was not, or could not be, sent. */
const ENDED = ['delivered', 'failed', 'cancelled'] as const

const EventName = z.string().min(1).max(100)

/** Query of GET /webhooks/deliveries. */
export const WebhookDeliveryQuery = z.strictObject({
  webhook_id: z.uuid().optional().describe('Only deliveries to this endpoint.'),
  status: z.enum(WEBHOOK_STATUSES).optional().describe('Only deliveries of this status.'),
  event: EventName.optional().describe('Only deliveries of this event, such as `job.failed`.'),
  job_id: z.uuid().optional().describe('Only deliveries about this job.'),
  batch_id: z.string().optional().describe('Only deliveries about this batch and its items.'),
  crawl_id: z.uuid().optional().describe('Only deliveries about this crawl and its pages.'),
  created_after: Moment.optional().describe('A day in UTC, or a time; included.'),
  created_before: Moment.optional().describe('A day in UTC, or a time; not included.'),
  limit: limitUpTo(pageRows, 20),
  cursor: z
    .string()
    .regex(/^\d{1,15}_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'must be the next_cursor of a reply')
    .optional()
    .describe('`next_cursor` of the reply before.'),
})
export type WebhookDeliveryQuery = z.infer<typeof WebhookDeliveryQuery>

export const WebhookDelivery = z
  .object({
    id: z.string().describe('Stands for `{delivery_id}` in paths.'),
    event_id: z
      .string()
      .describe('The `webhook-id` of its requests: its own id, or of a replay that of the first delivery.'),
    replay_of: z
      .string()
      .nullable()
      .describe('Of a replay: the delivery that it sends again; null of others.'),
    webhook_id: z
      .uuid()
      .nullable()
      .describe('The endpoint that is told; null where a request, or a rule of alerts, named the address.'),
    url: z.string().describe('Where it goes; of an address that is a secret only where that is.'),
    event: z.string().describe('What it tells.'),
    job_id: z.uuid().nullable().describe('The job that it is about; null where it is about none.'),
    batch_id: z
      .string()
      .nullable()
      .describe('The batch that it is about, or the job is an item of; null where there is none.'),
    crawl_id: z
      .uuid()
      .optional()
      .describe('The crawl that it is about, or the job is a page of; absent where there is none.'),
    status: DeliveryState,
    attempts: Attempts,
    status_code: AnswerStatus,
    error: AnswerError,
    duration_ms: AnswerMs,
    created_at: CreatedAt,
    ended_at: time('When it was delivered or given up; null before.').nullable(),
    next_attempt_at: time('When it is tried next; null once it has ended.').nullable(),
  })
  .describe('One event for one receiver, and how its last attempt ended.')
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

export const WebhookDeliveryList = z.object({
  deliveries: z.array(WebhookDelivery).describe('The newest first.'),
  next_cursor: z
    .string()
    .nullable()
    .describe(
      'Where the list goes on; null at its end. A page may hold fewer than `limit`, or none, before it: only so many are looked through at once.',
    ),
})
export type WebhookDeliveryList = z.infer<typeof WebhookDeliveryList>

export const WebhookTry = z
  .object({
    attempt: z.number().int().describe('Its number, from 1 on.'),
    status_code: z.number().int().nullable().describe('HTTP status of the answer; null where none came.'),
    error: z.string().nullable().describe('Why it failed; null where it did not.'),
    duration_ms: z.number().int().describe('How long it took, in milliseconds.'),
    created_at: time('When it began.'),
    headers: z
      .record(z.string(), z.string())
      .nullable()
      .describe('What our headers held, those of the signature among them; null where nothing was sent.'),
    header_names: z
      .array(z.string())
      .describe('Names of the headers of your own that were sent; their values are not shown.'),
    signature: z
      .string()
      .nullable()
      .describe('The same as `webhook-signature` of `headers`; null where it was not signed.'),
    answer: z
      .string()
      .nullable()
      .describe(
        'The first 1,024 characters of the answer, in which values of headers of your own are starred out; null where it was empty, or none came.',
      ),
  })
  .describe('One attempt to deliver.')
export type WebhookTry = z.infer<typeof WebhookTry>

export const WebhookDeliveryDetail = WebhookDelivery.extend({
  body: z
    .string()
    .nullable()
    .describe(
      `The body as it was sent, byte for byte; null above ${shownBodyBytes / 1_024} KB, where \`body_url\` has it, where nothing was sent yet, and once it cannot be made as it was: the result is not kept any more.`,
    ),
  body_url: z
    .url()
    .nullable()
    .describe('The body by itself, to be fetched with your key; null where there is none.'),
  body_bytes: z
    .number()
    .int()
    .nullable()
    .describe('Size of the body that was sent, in bytes; null where none was.'),
  tries: z.array(WebhookTry).describe('Each attempt, the first one first.'),
})
export type WebhookDeliveryDetail = z.infer<typeof WebhookDeliveryDetail>

export const WebhookReplayed = WebhookDelivery.extend({
  delivery_id: z.string().describe('The new delivery: the same as `id`.'),
  poll_url: PollUrl,
})
export type WebhookReplayed = z.infer<typeof WebhookReplayed>

/** Body of POST /webhooks/deliveries/replay. */
export const WebhookReplay = z
  .strictObject({
    from: Moment.describe('A day in UTC, or a time: deliveries that were made then, or later.'),
    to: Moment.describe('A day in UTC, or a time, not included.'),
    status: z
      .enum(ENDED)
      .default('failed')
      .describe(
        'How they have ended. Of those that were not delivered the ones are left out that a replay has delivered since, or still tries to.',
      ),
    event: EventName.optional().describe('Only of this event.'),
    webhook_id: z.uuid().optional().describe('Only to this endpoint.'),
  })
  .refine(({ from, to }) => momentOf(from) < momentOf(to), { path: ['to'], message: 'must be after from' })
  .describe('Which deliveries are sent again.')
export type WebhookReplay = z.infer<typeof WebhookReplay>

export const WebhookReplayResult = z.object({
  replayed: z
    .number()
    .int()
    .describe(`How many are sent again: at most ${replayed.toLocaleString('en')} by one call.`),
  skipped: z
    .number()
    .int()
    .describe(
      'Of those that were asked for: how many are not, as their endpoint is gone or switched off, or what they told is not kept any more.',
    ),
})
export type WebhookReplayResult = z.infer<typeof WebhookReplayResult>
