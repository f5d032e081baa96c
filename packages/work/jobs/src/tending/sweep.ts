import type { Method, Tier } from '@gleaner/contracts'
import { inWords, LIMITS } from '@gleaner/contracts/limits'
import { eachAlone, hasCome } from '@gleaner/db'
import { scrapeQueueOf } from '@gleaner/queue'
import { isFree } from '@gleaner/queue/claim'
import { ASKS_MODEL, enqueueJobs, messageIdOf, type QueuedJob } from '../accepting/enqueue-job.ts'
import { changesTarget, MAY_HAVE_ACTED, outcomeUnknown } from '../claiming/sending.ts'
import type { JobsContext } from '../context.ts'
import { announceEnd } from '../ending/announce.ts'
import { deadlinePassed } from '../ending/deadline-passed.ts'
import { type EndingJob, failJob } from '../ending/settle-job.ts'
import type { JobError } from '../planning/escalation.ts'
import { jobColumns } from '../rows.ts'
import type { OpenSince } from './open-since.ts'

/** After this long on its queue an open job's message is looked for. */
const LOOK_AFTER_MS = 10_000
/** Workers end a job at its deadline themselves; one that is this far past it has lost its worker. */
const OVERDUE_GRACE_MS = 15_000
const BATCH = 500

/** The sweep: what finds stuck jobs (open, with nothing at work on them), each alone. They return how many they found. `open` is kept from one to the next. */

type SweepContext = Pick<JobsContext, 'pool' | 'pubSub' | 'logger'>

const UNCLAIMED = `job.finished_at IS NULL AND job.queued_at IS NOT NULL AND ${isFree('job')}`

/** Ends jobs past their deadline that nobody works on. */
export async function endOverdueJobs(ctx: SweepContext, open: OpenSince): Promise<number> {
  const { rows } = await ctx.pool.query<OverdueJob>(
    `SELECT id, fence, spec->>'method' AS method, jsonb_array_length(attempts) AS attempts, ${MAY_HAVE_ACTED} AS "mayHaveActed" FROM job
     WHERE ${UNCLAIMED} AND queued_at >= $1::timestamptz AND deadline_at < now() - ${OVERDUE_GRACE_MS} * interval '1 millisecond'
     ORDER BY queued_at LIMIT ${BATCH}`,
    [await open.read(ctx.pool)],
  )
  await failAll(ctx, rows, overdueError)
  return rows.length
}

/** Ends items of batches whose turn did not come in time; who keeps a batch open ends it themselves. They are found by their batch, of which an account has a few open ones. */
export async function endUnadmittedItems(ctx: SweepContext): Promise<number> {
  const { rows } = await ctx.pool.query<UnadmittedItem>(
    `SELECT job.id, job.fence, NOT job.test AND EXISTS (
       SELECT FROM balance WHERE balance.account_id = job.account_id
         AND available_micros + held_micros < (job.plan->'steps'->0->>'priceMicros')::bigint) AS "isUnpaid"
     FROM batch JOIN job ON job.batch_id = batch.id
     WHERE batch.finished_at IS NULL AND NOT batch.is_open AND batch.created_at < now() - ${LIMITS.waitForAdmissionMs} * interval '1 millisecond'
       AND job.finished_at IS NULL AND job.queued_at IS NULL AND ${hasCome('job.deadline_at')} LIMIT ${BATCH}`,
  )
  await failAll(ctx, rows, unadmittedError)
  return rows.length
}

async function failAll<Job extends EndingJob>(
  ctx: SweepContext,
  jobs: readonly Job[],
  errorOf: (job: Job) => JobError,
): Promise<void> {
  const end = async (job: Job) => {
    const ended = await failJob(ctx, job, errorOf(job))
    if (ended) announceEnd(ctx, ended)
  }
  await eachAlone(jobs, end, jobs.length)
}

interface UnadmittedItem {
  id: string
  fence: number
  /** What the account has does not pay for its first tier. */
  isUnpaid: boolean
}

/** Nothing was tried for it. */
function unadmittedError({ isUnpaid }: UnadmittedItem): JobError {
  const waited = `The item waited ${inWords(LIMITS.waitForAdmissionMs)} and its turn did not come`
  return isUnpaid
    ? { code: 'INSUFFICIENT_BALANCE', message: `${waited}: the account does not have the money for it.` }
    : {
        code: 'SERVICE_UNAVAILABLE',
        message: `${waited}: the account had too much other work, or the service did. Nothing was fetched, and nothing is charged.`,
      }
}

interface OverdueJob {
  id: string
  fence: number
  method: Method
  attempts: number
  mayHaveActed: boolean
}

function overdueError({ method, mayHaveActed, attempts, fence }: OverdueJob): JobError {
  if (changesTarget(method) && mayHaveActed) return outcomeUnknown(method)
  return deadlinePassed({ attempts, claims: fence })
}

type WaitingJob = QueuedJob & { tier: Tier; fence: number; queuedAt: Date }

/**
 * Queues jobs again whose message was lost. A job that merely waits is on its queue. One whose message is missing there, and that nobody has claimed before and after that was
 * seen, has lost it.
 */
export async function requeueLostJobs(ctx: JobsContext, open: OpenSince): Promise<number> {
  const { rows: waiting } = await ctx.pool.query<WaitingJob>(
    `SELECT ${jobColumns('id', 'accountId', 'url', 'test', 'deadlineAt', 'tier', 'batchId', 'line')}, ${ASKS_MODEL} AS "asksModel", fence, queued_at AS "queuedAt" FROM job
     WHERE ${UNCLAIMED} AND queued_at >= $1::timestamptz AND queued_at < now() - ${LOOK_AFTER_MS} * interval '1 millisecond'
     ORDER BY queued_at LIMIT ${BATCH}`,
    [await open.read(ctx.pool)],
  )
  const missing = await ctx.producer.missing(
    waiting.map(({ id, tier }) => ({ queue: scrapeQueueOf(tier), id: messageIdOf(id, tier) })),
  )
  const still = await stillWaiting(ctx, waiting)
  const lost = waiting.filter(({ id, tier }) => still.has(id) && missing.has(messageIdOf(id, tier)))
  await enqueueJobs(ctx.producer, lost)
  return lost.length
}

/** Which of these jobs are still as they were. They go to the end of the line, so that the next sweep looks at others. */
async function stillWaiting(ctx: JobsContext, jobs: readonly WaitingJob[]): Promise<Set<string>> {
  if (jobs.length === 0) return new Set()
  const { rows } = await ctx.pool.query<{ id: string }>(
    `UPDATE job SET queued_at = now()
     FROM unnest($1::uuid[], $2::int[], $3::timestamptz[]) AS seen(id, fence, queued_at)
     WHERE job.id = seen.id AND job.fence = seen.fence AND job.queued_at = seen.queued_at AND ${UNCLAIMED}
     RETURNING job.id`,
    [jobs.map(({ id }) => id), jobs.map(({ fence }) => fence), jobs.map(({ queuedAt }) => queuedAt)],
  )
  return new Set(rows.map(({ id }) => id))
}
