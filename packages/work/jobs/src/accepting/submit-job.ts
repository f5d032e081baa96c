import { ApiError } from '@gleaner/contracts/errors'
import { retryWhileUnavailable } from '@gleaner/db'
import { QueueUnavailable } from '@gleaner/queue'
import type { JobsContext } from '../context.ts'
import { withdrawJob } from '../ending/settle-job.ts'
import { deadlineSeconds } from './accept-sql.ts'
import { acceptanceUnknown, CONFIRM_MS } from './confirm-acceptance.ts'
import { createJob } from './create-job.ts'
import { asksModel, enqueueJob, type QueuedJob } from './enqueue-job.ts'
import type { NewJob } from './new-job.ts'

/**
 * Accepts a job and puts it on its first tier's queue. When the queue is away the job is withdrawn, its hold
 * released, and QUEUE_UNAVAILABLE thrown. Throws what `createJob` throws.
 */
export async function submitJob(ctx: JobsContext, job: NewJob): Promise<{ replayOf?: string }> {
  const created = await createJob(ctx, job)
  if (created.replayOf) return created
  const { tier } = job.plan.steps[0]!
  try {
    await enqueueJob(ctx.producer, queuedJob(job), tier)
  } catch (error) {
    if (!(error instanceof QueueUnavailable)) throw error
    await withdraw(ctx, job.id, error)
  }
  return created
}

/** What the message of a new job is made of. */
export function queuedJob(job: NewJob): QueuedJob {
  const { id, accountId, test, spec } = job
  const deadlineAt = new Date(Date.now() + deadlineSeconds(spec) * 1000)
  return {
    id,
    accountId,
    test,
    url: spec.url,
    deadlineAt,
    asksModel: asksModel(job),
    batchId: null,
    line: null,
  }
}

async function withdraw(ctx: JobsContext, jobId: string, cause: QueueUnavailable): Promise<void> {
  const refusal = new ApiError(
    'QUEUE_UNAVAILABLE',
    'The work queue is not reachable; nothing was charged. Repeat the request in a moment.',
  )
  const withdrawn = await retryWhileUnavailable(
    () => withdrawJob(ctx, jobId, { code: refusal.code, message: refusal.message }),
    CONFIRM_MS,
  ).catch((error: unknown) => {
    throw acceptanceUnknown(jobId, error)
  })
  // The message arrived although its confirmation did not, and a worker has the job: it will be answered.
  if (!withdrawn) return
  refusal.cause = cause
  throw refusal
}
