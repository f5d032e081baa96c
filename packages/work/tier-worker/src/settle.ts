import { HistoryMoved } from '@gleaner/change-tracking'
import type { Tier } from '@gleaner/contracts'
import { type Queryable, retryWhileUnavailable } from '@gleaner/db'
import {
  type Attempt,
  announceEnd,
  asksModel,
  type ClaimedJob,
  completeJob,
  type Delivery,
  enqueueJob,
  escalateJob,
  type FinishedJob,
  failJob,
  type JobError,
  readFinishedJob,
} from '@gleaner/jobs'
import type { TierContext } from './context.ts'
import { PATIENCE_MS } from './patience.ts'

/**
 * Ends the job with its page, and publishes that. `note`: what is written in the same commit; `moved` when that throws HistoryMoved and the job
 * goes on.
 */
export async function complete(
  ctx: TierContext,
  job: ClaimedJob,
  delivery: Delivery,
  note?: (sql: Queryable) => Promise<void>,
): Promise<'done' | 'moved'> {
  let hasMoved = false
  const isEnded = await end(ctx, job, async () => {
    try {
      return await completeJob(ctx.jobs, job, delivery, note)
    } catch (error) {
      if (!(error instanceof HistoryMoved)) throw error
      // By this job itself, when the reply to its commit was lost.
      hasMoved = true
      return undefined
    }
  })
  return hasMoved && !isEnded ? 'moved' : 'done'
}

/** Ends the job without a page, and publishes that. */
export async function fail(
  ctx: TierContext,
  job: ClaimedJob,
  error: JobError,
  attempt?: Attempt,
): Promise<void> {
  await end(ctx, job, () => failJob(ctx.jobs, job, error, attempt))
}

/** Moves the job on to its next tier. A message that Redis cannot take is queued again by the sweep. */
export async function escalate(
  ctx: TierContext,
  job: ClaimedJob,
  attempt: Attempt,
  next: Tier,
): Promise<void> {
  const moved = await retryWhileUnavailable(() => escalateJob(ctx.jobs, job, attempt, next), PATIENCE_MS)
  if (!moved) return
  await enqueueJob(ctx.jobs.producer, { ...job, asksModel: asksModel(job) }, next)
}

/**
 * A settlement that finds nothing to settle was either made before (a commit whose reply was lost) or lost its claim. Gives whether the job has
 * ended.
 */
async function end(
  ctx: TierContext,
  job: ClaimedJob,
  settle: () => Promise<FinishedJob | undefined>,
): Promise<boolean> {
  const finished =
    (await retryWhileUnavailable(settle, PATIENCE_MS)) ?? (await readFinishedJob(ctx.jobs.pool, job.id))
  if (finished) announceEnd(ctx.jobs, finished, { isAwaited: job.spec.sync })
  return finished !== undefined
}
