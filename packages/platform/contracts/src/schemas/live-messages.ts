import { z } from 'zod'
import { countsOf } from '../fields/counts.ts'
import { queryFlag } from '../fields/flags.ts'
import { BatchId, CrawlId, JobId } from '../fields/ids.ts'
import { BatchState, CrawlState, JOB_STATUSES } from '../fields/statuses.ts'
import { SHOWN_LABELS } from './labels.ts'

// Messages of the WebSocket `/ws/jobs`. `error` and `result` of a `job_update` are null rather than absent, so that clients may read them
// unasked.

export const FEED_KINDS = ['job', 'batch', 'crawl'] as const
/** `cursor` of a message of the feed. */
export const FEED_CURSOR = /^\d{1,15}_[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
export const FEED_STATUSES = ['completed', 'partially_failed', 'failed', 'cancelled'] as const

/** What a client sends. A target is one of the three ids, or the account's feed. */
export const LiveAction = z.object({
  action: z
    .enum(['subscribe', 'unsubscribe', 'ping'])
    .describe('`subscribe` and `unsubscribe` name one of the ids, or `feed`; `ping` is answered by `pong`.'),
  job_id: z.string().optional().describe('With `subscribe` or `unsubscribe`: the job.'),
  batch_id: z.string().optional().describe('With `subscribe` or `unsubscribe`: the batch.'),
  crawl_id: z.string().optional().describe('With `subscribe` or `unsubscribe`: the crawl.'),
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
    .regex(FEED_CURSOR)
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
const cursor = z.string().optional().describe('Of the feed: where it goes on after this message.')
/** `type` of a message. */
const type = <Name extends string>(name: Name) => z.literal(name).describe('Which message this is.')
const seq = z.number().int()

const counts = countsOf('items or pages')
const partialCounts = Object.fromEntries(
  Object.entries(counts).map(([name, count]) => [
    name,
    count
      .optional()
      .describe(`Of a batch or crawl: ${count.description!.replace(/^\w/, (first) => first.toLowerCase())}`),
  ]),
) as { [Name in keyof typeof counts]: z.ZodOptional<(typeof counts)[Name]> }
const asSent = z.string().optional().describe('As it was sent, where it was.')

/** What a message answers. */
const target = {
  job_id: JobId.optional().describe('Where it is about a job: the job.'),
  batch_id: BatchId.optional().describe('Where it is about a batch: that one.'),
  crawl_id: CrawlId.optional().describe('Where it is about a crawl: that one.'),
  feed: z.literal('account').optional().describe('Where it is about the feed of the account.'),
}

const JobUpdate = z
  .strictObject({
    type: type('job_update'),
    cursor,
    job_id: JobId,
    status: z.enum(['running', 'completed', 'failed']).describe('What has become of it.'),
    url: z.string().optional().describe('Of a job that has ended.'),
    batch_id: z.string().optional().describe('Of an item of a batch: the batch.'),
    crawl_id: z.uuid().optional().describe('Of a page of a crawl: the crawl.'),
    ...SHOWN_LABELS,
    seq: seq.optional().describe('Of an item of a batch, or a page of a crawl: its place in the log.'),
    ts,
    error: z.string().nullable().describe('The message of the error of a failed job; null of others.'),
    error_code: z.string().optional().describe('The code of the error of a failed job.'),
    result_url: z
      .string()
      .optional()
      .describe('In place of a result above 1 MB: where it is, to be fetched with your key.'),
    result: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe(
        'The result of a completed job, as `GET /jobs/{job_id}` has it; null of others, and where it is not sent.',
      ),
  })
  .describe(
    'At each change of a job. Of a job that has ended its last one comes at once; of a batch or crawl one for each item that has ended, in the order of its log. Items that were cancelled before they began have none.',
  )

const BatchUpdate = z
  .strictObject({
    type: type('batch_update'),
    cursor,
    batch_id: BatchId,
    status: BatchState,
    ...SHOWN_LABELS,
    ...counts,
    ts,
  })
  .describe('Counts of a batch, now and then, and last of all with the final `status`.')

const CrawlUpdate = z
  .strictObject({
    type: type('crawl_update'),
    cursor,
    crawl_id: CrawlId,
    status: CrawlState,
    ...SHOWN_LABELS,
    ...counts,
    ts,
  })
  .describe('Counts of a crawl, now and then, and last of all with the final `status`.')

/** What the service sends, by `type`. */
export const LiveMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: type('connected'), ts }).describe('The first message.'),
  z
    .strictObject({ type: type('heartbeat'), ts })
    .describe(
      'Every 30 seconds, beside a protocol ping. A client that answers no ping until the next is disconnected.',
    ),
  z.strictObject({ type: type('pong'), ts }).describe('The answer to `ping`.'),
  z
    .strictObject({
      type: type('subscribed'),
      ...target,
      cursor,
      status: z
        .union([z.enum(JOB_STATUSES), BatchState, CrawlState])
        .optional()
        .describe('How far it is; absent of the feed.'),
      ...SHOWN_LABELS,
      ...partialCounts,
      ts,
    })
    .describe('The answer to `subscribe`: the state of now, of a batch or crawl with counts.'),
  z
    .strictObject({
      type: type('unsubscribed'),
      ...target,
      ts,
    })
    .describe('The answer to `unsubscribe`.'),
  JobUpdate,
  BatchUpdate,
  CrawlUpdate,
  z
    .strictObject({
      type: type('error'),
      code: z.string().describe('The code of the error, for programs.'),
      message: z.string().describe('What is wrong, for people.'),
      job_id: asSent,
      batch_id: asSent,
      crawl_id: asSent,
      feed: asSent,
      ts,
    })
    .describe(
      'What was wrong with a message, also that the id is not in the account. The connection stays open.',
    ),
])
export type LiveMessage = z.infer<typeof LiveMessage>

const ofFeed = { cursor: z.string().describe('Where the feed goes on after this event; its `id` as well.') }

/** Data of the first event of the account's stream. */
export const FeedSubscribedEvent = z.object({
  ...ofFeed,
  type: type('subscribed'),
  feed: z.literal('account').describe('What is followed.'),
  ts,
})
export type FeedSubscribedEvent = z.infer<typeof FeedSubscribedEvent>

/** Data of the events of the account's stream: the messages of the WebSocket's feed. */
export const FeedJobEvent = z.object({ ...JobUpdate.shape, ...ofFeed })
export type FeedJobEvent = z.infer<typeof FeedJobEvent>
export const FeedBatchEvent = z.object({ ...BatchUpdate.shape, ...ofFeed })
export type FeedBatchEvent = z.infer<typeof FeedBatchEvent>
export const FeedCrawlEvent = z.object({ ...CrawlUpdate.shape, ...ofFeed })
export type FeedCrawlEvent = z.infer<typeof FeedCrawlEvent>

/** Some of these words, in a query, with commas. */
const someOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z
    .string()
    .transform((text) => text.split(',', words.length + 1))
    .pipe(z.array(z.enum(words)).max(words.length))
    // Clients make their types of it.
    .meta({ type: 'array', items: { type: 'string', enum: words } })
    .optional()

/** Query of GET /events. */
export const FeedQuery = z.object({
  cursor: z
    .string()
    .regex(FEED_CURSOR, 'It has to be the `id` of an event of this stream.')
    .optional()
    .describe(
      'Go on after the event that had it as its `id`; without it the stream begins now. `Last-Event-ID` goes first.',
    ),
  kinds: someOf(FEED_KINDS).describe(
    `What is told: some of ${FEED_KINDS.join(', ')}, with commas. Default: all.`,
  ),
  statuses: someOf(FEED_STATUSES).describe(
    `How it has to have ended: some of ${FEED_STATUSES.join(', ')}, with commas. Default: in any way.`,
  ),
  results: queryFlag().default(false).describe('Whether jobs come with their results.'),
})
