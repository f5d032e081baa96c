import { IS_PAGE_SQL } from '@gleaner/queue/line'
import type { JobsContext } from '../context.ts'
import type { JobError } from '../planning/escalation.ts'
import { announceEnd } from './announce.ts'
import { failJob } from './settle-job.ts'

/** What a job that somebody cancels is by then. */
export type Cancelling = 'unknown' | 'ended' | { itemOf: string; isPage: boolean }

const CANCELLED: JobError = {
  code: 'CANCELLED',
  message: 'The job was cancelled; nothing was charged.',
}

/** A worker may take the job on, or hand it to the next tier, between the look at it and its end. */
const TRIES = 20

/**
 * Ends a single job of an account without a result, also one at work: its hold is given back, and its worker, which has lost it, stops. One
 * that has ended stays as it is. Items are not ended by themselves: the counts of their batch would not say that they were cancelled.
 * May be repeated.
 */
export async function cancelJob(
  ctx: Pick<JobsContext, 'pool' | 'pubSub' | 'logger'>,
  accountId: string,
  jobId: string,
): Promise<Cancelling> {
  for (let tried = 0; tried < TRIES; tried++) {
    const { rows } = await ctx.pool.query<{
      id: string
      fence: number
      isEnded: boolean
      batchId: string | null
      isPage: boolean
    }>({
      name: 'read-job-to-cancel',
      text: `SELECT id, fence, finished_at IS NOT NULL AS "isEnded", batch_id AS "batchId", ${IS_PAGE_SQL} AS "isPage"
             FROM job WHERE id = $1 AND account_id = $2`,
      values: [jobId, accountId],
    })
    const job = rows[0]
    if (!job) return 'unknown'
    if (job.isEnded) return 'ended'
    if (job.batchId !== null) return { itemOf: job.batchId, isPage: job.isPage }
    const ended = await failJob(ctx, job, CANCELLED)
    if (!ended) continue
    announceEnd(ctx, ended)
    return 'ended'
  }
  throw new Error(`job ${jobId} changed hands ${TRIES} times while it was cancelled`)
}
