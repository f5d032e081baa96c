import { type ClaimedJob, changesTarget, deadlinePassed, type JobError, outcomeUnknown } from '@gleaner/jobs'

/** A job that ended this many workers is taken to be the cause. */
const MAX_LOST_LEASES = 5

/** Why a claimed job must not be tried (again); undefined when it may. */
export function refuseClaim(job: ClaimedJob): JobError | undefined {
  const { method } = job.spec
  if (!job.test && changesTarget(method) && job.mayHaveActed) return outcomeUnknown(method)
  if (job.lostLeases >= MAX_LOST_LEASES) {
    return {
      code: 'INTERNAL',
      message: `The job was given up after ${job.lostLeases} workers were lost with it.`,
    }
  }
  if (job.deadlineAt.getTime() <= Date.now())
    return deadlinePassed({ attempts: job.attempts.length, claims: job.fence - 1 })
  return undefined
}
