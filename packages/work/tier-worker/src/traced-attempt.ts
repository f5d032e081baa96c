import type { ClaimedJob } from '@gleaner/jobs'
import { traced } from '@gleaner/runtime'
import type { TierContext } from './context.ts'

type Tracing = Pick<TierContext, 'tier' | 'tracer'>

/** Of one claim of a job: a claim after a lost one is another. */
const keyOf = ({ id, fence }: ClaimedJob) => `attempt ${fence} at ${id}`

/** An attempt as a part of the request that asked for its job. */
export async function tracedAttempt<T>(
  { tier, tracer }: Tracing,
  job: ClaimedJob,
  work: () => Promise<T>,
): Promise<T> {
  return await traced(
    tracer,
    {
      requestId: job.requestId,
      key: keyOf(job),
      name: `tier ${tier}`,
      kind: 'consumer',
      attributes: {
        'gleaner.job_id': job.id,
        'gleaner.tier': tier,
        'gleaner.attempt': job.attempts.length + 1,
      },
    },
    work,
  )
}

/** A part of an attempt. */
export async function tracedStep<T>(
  { tracer }: Tracing,
  job: ClaimedJob,
  name: 'fetch' | 'read' | 'settle',
  work: () => Promise<T>,
): Promise<T> {
  return await traced(tracer, { requestId: job.requestId, partOf: keyOf(job), name }, work)
}
