import { z } from 'zod'
import { CRAWL_STATUSES } from './crawls/replies.ts'
import { JOB_STATUSES } from './jobs.ts'

// Messages of the WebSocket `/ws/jobs` (`interface.md`, Events). Fields that a message may lack are null where the specification names
// them, so that clients may read them unasked.

const ts = z.number().int().describe('Unix time in seconds.')
const count = z.number().int()

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
  z.strictObject({ type: z.literal('connected'), ts }),
  z.strictObject({ type: z.literal('heartbeat'), ts }),
  z.strictObject({ type: z.literal('pong'), ts }),
  z.strictObject({
    type: z.literal('subscribed'),
    job_id: z.uuid().optional(),
    batch_id: z.string().optional(),
    crawl_id: z.uuid().optional(),
    status: z.union([z.enum(JOB_STATUSES), batchStatus, crawlStatus]),
    ...z.object(counts).partial().shape,
    ts,
  }),
  z.strictObject({
    type: z.literal('unsubscribed'),
    job_id: z.uuid().optional(),
    batch_id: z.string().optional(),
    crawl_id: z.uuid().optional(),
    ts,
  }),
  z.strictObject({
    type: z.literal('job_update'),
    job_id: z.uuid(),
    status: z.enum(['running', 'completed', 'failed']),
    url: z.string().optional().describe('Of a job that has ended.'),
    batch_id: z.string().optional().describe('The batch that it is an item of.'),
    crawl_id: z.uuid().optional().describe('The crawl that it is a page of.'),
    seq: count.optional().describe("Its place in the batch's log."),
    ts,
    error: z.string().nullable(),
    error_code: z.string().optional(),
    result_url: z.string().optional().describe('Where a result is that is too large for a message.'),
    result: z.record(z.string(), z.unknown()).nullable(),
  }),
  z.strictObject({
    type: z.literal('batch_update'),
    batch_id: z.string(),
    status: batchStatus,
    ...counts,
    ts,
  }),
  z.strictObject({
    type: z.literal('crawl_update'),
    crawl_id: z.uuid(),
    status: crawlStatus,
    ...counts,
    ts,
  }),
  z.strictObject({
    type: z.literal('error'),
    code: z.string(),
    message: z.string(),
    job_id: z.string().optional(),
    batch_id: z.string().optional(),
    crawl_id: z.string().optional(),
    ts,
  }),
])
export type LiveMessage = z.infer<typeof LiveMessage>
