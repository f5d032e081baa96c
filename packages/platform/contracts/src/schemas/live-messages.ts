import { z } from 'zod'
import { CRAWL_STATUSES } from './crawls/replies.ts'
import { JOB_STATUSES } from './jobs.ts'
import { SHOWN_LABELS } from './labels.ts'

// Messages of the WebSocket `/ws/jobs`. `error` and `result` of a `job_update` are null rather than absent, so that clients may read them
// unasked.

export const FEED_KINDS = ['job', 'batch', 'crawl'] as const
export const FEED_STATUSES = ['completed', 'partially_failed', 'failed', 'cancelled'] as const

/** What a client sends. A target is one of the three ids, or the account's feed. */
export const LiveAction = z.object({
  action: z
    .enum(['subscribe', 'unsubscribe', 'ping'])
    .describe('`subscribe` and `unsubscribe` name one of the ids, or `feed`; `ping` is answered by `pong`.'),
  job_id: z.string().optional(),
  batch_id: z.string().optional(),
  crawl_id: z.string().optional(),
  after: z
    .int()
    .min(0)
    .max(1_000_000)
    .default(0)
    .describe('With `subscribe` to a batch or crawl: leave out updates up to this `seq`.'),
  results: z
    .boolean()
    .optional()
    .describe('Whether updates hold results. Default: yes, but not those of the feed.'),
  feed: z
    .literal('account')
    .optional()
    .describe('In place of an id: all jobs, batches and crawls of the account, as they end, in this order.'),
  cursor: z
    .string()
    .regex(/^\d{1,15}_[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
    .optional()
    .describe('With `feed`: go on after the message that had it. Without it the feed begins now.'),
  kinds: z.array(z.enum(FEED_KINDS)).min(1).max(3).optional().describe('With `feed`: what of it is told.'),
  statuses: z
    .array(z.enum(FEED_STATUSES))
    .min(1)
    .max(4)
    .optional()
    .describe('With `feed`: how it has to have ended.'),
})

const ts = z.number().int().describe('Unix time in seconds.')
const count = z.number().int()
const cursor = z.string().optional().describe('Of the feed: where it goes on after this message.')

const counts = {
  total: count,
  completed: count,
  failed: count,
  cancelled: count,
  pending: count.describe('Items that have not ended; 0 in the last message.'),
}

const batchStatus = z.enum(['pending', 'processing', 'completed', 'partially_failed', 'failed', 'cancelled'])
const crawlStatus = z.enum(CRAWL_STATUSES)

/** What the service sends, by `type`. */
export const LiveMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('connected'), ts }).describe('The first message.'),
  z
    .strictObject({ type: z.literal('heartbeat'), ts })
    .describe(
      'Every 30 seconds, beside a protocol ping. A client that answers no ping until the next is disconnected.',
    ),
  z.strictObject({ type: z.literal('pong'), ts }).describe('The answer to `ping`.'),
  z
    .strictObject({
      type: z.literal('subscribed'),
      job_id: z.uuid().optional(),
      batch_id: z.string().optional(),
      crawl_id: z.uuid().optional(),
      feed: z.literal('account').optional(),
      cursor,
      status: z.union([z.enum(JOB_STATUSES), batchStatus, crawlStatus]).optional(),
      ...SHOWN_LABELS,
      ...z.object(counts).partial().shape,
      ts,
    })
    .describe('The answer to `subscribe`: the state of now, of a batch or crawl with counts.'),
  z
    .strictObject({
      type: z.literal('unsubscribed'),
      job_id: z.uuid().optional(),
      batch_id: z.string().optional(),
      crawl_id: z.uuid().optional(),
      feed: z.literal('account').optional(),
      ts,
    })
    .describe('The answer to `unsubscribe`.'),
  z
    .strictObject({
      type: z.literal('job_update'),
      cursor,
      job_id: z.uuid(),
      status: z.enum(['running', 'completed', 'failed']),
      url: z.string().optional().describe('Of a job that has ended.'),
      batch_id: z.string().optional().describe('The batch that it is an item of.'),
      crawl_id: z.uuid().optional().describe('The crawl that it is a page of.'),
      ...SHOWN_LABELS,
      seq: count.optional().describe('Its place in the log of the batch or crawl.'),
      ts,
      error: z.string().nullable().describe('The message of the error of a failed job.'),
      error_code: z.string().optional(),
      result_url: z
        .string()
        .optional()
        .describe('In place of a result above 1 MB: where it is, to be fetched with your key.'),
      result: z.record(z.string(), z.unknown()).nullable(),
    })
    .describe(
      'At each change of a job. Of a job that has ended its last one comes at once; of a batch or crawl one for each item that has ended, in the order of its log. Items that were cancelled before they began have none.',
    ),
  z
    .strictObject({
      type: z.literal('batch_update'),
      cursor,
      batch_id: z.string(),
      status: batchStatus,
      ...SHOWN_LABELS,
      ...counts,
      ts,
    })
    .describe('Counts of a batch, now and then, and last of all with the final `status`.'),
  z
    .strictObject({
      type: z.literal('crawl_update'),
      cursor,
      crawl_id: z.uuid(),
      status: crawlStatus,
      ...SHOWN_LABELS,
      ...counts,
      ts,
    })
    .describe('Counts of a crawl, now and then, and last of all with the final `status`.'),
  z
    .strictObject({
      type: z.literal('error'),
      code: z.string(),
      message: z.string(),
      job_id: z.string().optional(),
      batch_id: z.string().optional(),
      crawl_id: z.string().optional(),
      feed: z.string().optional(),
      ts,
    })
    .describe(
      'What was wrong with a message, also that the id is not in the account. The connection stays open.',
    ),
])
export type LiveMessage = z.infer<typeof LiveMessage>
