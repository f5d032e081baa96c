import type { Tier } from '@gleaner/contracts'
import type { JobsContext } from './context.ts'
import { enqueueJob, type QueuedJob } from './enqueue-job.ts'
import { publishCompletion } from './job-events.ts'
import { failJob } from './settle-job.ts'

/** An open job that nobody has claimed for this long is put on its queue again (which changes nothing if it waits). */
const REQUEUE_AFTER_MS = 10_000
/** Workers end a job at its deadline themselves; one that is this far past it has lost its worker. */
const OVERDUE_GRACE_MS = 15_000
const BATCH = 500

export interface SweepResult {
  requeued: number
  expired: number
}

/** Finds open jobs that nothing is working on: ends those past their deadline, queues the others again. */
export async function sweepJobs(ctx: JobsContext): Promise<SweepResult> {
  return { expired: await endOverdue(ctx), requeued: await requeueForgotten(ctx) }
}

async function endOverdue(ctx: JobsContext): Promise<number> {
  const { rows } = await ctx.pool.query<{ id: string; fence: number }>(
    `SELECT id, fence FROM job
     WHERE finished_at IS NULL AND deadline_at < now() - ${OVERDUE_GRACE_MS} * interval '1 millisecond'
       AND (lease_until IS NULL OR lease_until < now())
     ORDER BY queued_at LIMIT ${BATCH}`,
  )
  for (const job of rows) {
    const message = "The request's timeout passed before a worker could finish it."
    const failed = await failJob(ctx, job, { code: 'ALL_TIERS_FAILED', message })
    if (failed) publishCompletion(ctx.pubSub, failed)
  }
  return rows.length
}

async function requeueForgotten(ctx: JobsContext): Promise<number> {
  const { rows } = await ctx.pool.query<QueuedJob & { tier: Tier }>(
    `UPDATE job SET queued_at = now() WHERE id IN (
       SELECT id FROM job
       WHERE finished_at IS NULL AND queued_at < now() - ${REQUEUE_AFTER_MS} * interval '1 millisecond'
         AND (lease_until IS NULL OR lease_until < now())
       ORDER BY queued_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
     ) RETURNING id, tier, account_id AS "accountId", url, test, deadline_at AS "deadlineAt"`,
  )
  for (const job of rows) await enqueueJob(ctx.producer, job, job.tier)
  return rows.length
}
