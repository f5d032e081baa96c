import type { Method } from '@gleaner/contracts'
import type { JobsContext } from '../context.ts'
import { allows } from '../job-states.ts'
import type { JobError } from '../planning/escalation.ts'

// A request that changes something at its target is sent once. The row says which claims have surely not begun to send; a
// claim that is lost without being one of them may have acted, also when its worker did not know of this rule.

/** SQL, before the row is claimed (again): some worker was lost with the job that may have sent its request. */
export const MAY_HAVE_ACTED = `(may_have_acted OR (lease_until IS NOT NULL AND unsent_fence IS DISTINCT FROM fence))`

/** Whether a job's request must not be sent a second time. */
export function changesTarget(method: Method): boolean {
  return method !== 'GET'
}

/**
 * Notes that a request is about to be sent, in a commit that a crash of Postgres does not forget. May be repeated. False when
 * the claim was lost meanwhile: then it must not be sent.
 */
export async function beginToSend(
  ctx: Pick<JobsContext, 'pool'>,
  job: { id: string; fence: number },
): Promise<boolean> {
  const { rowCount } = await ctx.pool.query({
    name: 'begin-to-send',
    text: `UPDATE job SET unsent_fence = NULL
           WHERE id = $1 AND fence = $2 AND ${allows('beginToSend')} AND lease_until IS NOT NULL`,
    values: [job.id, job.fence],
  })
  return rowCount === 1
}

/** How a job ends whose worker was lost, or stopped, while its request may have been under way. */
export function outcomeUnknown(method: Method, what = 'A worker was lost'): JobError {
  return {
    code: 'OUTCOME_UNKNOWN',
    message: `${what} while the ${method} request was under way; it may have reached the target and is not sent twice. Check the target before you repeat it.`,
  }
}
