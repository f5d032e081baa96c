import { type ClaimedJob, type JobError, mayHaveActed } from '@gleaner/jobs'

/** A job that ended this many workers is taken to be the cause. */
const MAX_LOST_LEASES = 5

/** Why a claimed job must not be tried (again); undefined when it may. */
export function refuseClaim(job: ClaimedJob): JobError | undefined {
  if (mayHaveActed(job, job.spec.method)) {
    return {
      code: 'OUTCOME_UNKNOWN',
      message: `A worker was lost while the ${job.spec.method} request was under way; it may have reached the target and is not sent twice. Check the target before you repeat it.`,
    }
  }
  if (job.lostLeases >= MAX_LOST_LEASES) {
    return {
      code: 'INTERNAL',
      message: `The job was given up after ${job.lostLeases} workers were lost with it.`,
    }
  }
  if (job.deadlineAt.getTime() <= Date.now()) {
    return {
      code: 'ALL_TIERS_FAILED',
      message:
        job.attempts.length === 0
          ? "The request's timeout passed while it waited for a worker; nothing was fetched."
          : "The request's timeout passed before the next tier could start.",
    }
  }
  return undefined
}
