import type { FetchOutcome } from '@gleaner/fetch-engine'
import type { ClaimedJob } from '@gleaner/jobs'
import type { TierContext } from './context.ts'
import type { Turn } from './politeness.ts'

const FREE: Turn = { kind: 'granted', leave: async () => {} }

/** A place at the job's host. Politeness must not stop the service: without Redis everybody may go. */
export async function takeTurn(ctx: TierContext, job: ClaimedJob): Promise<Turn> {
  if (job.test) return FREE
  try {
    const turn = await ctx.politeness.enter(hostOf(job), job.id)
    if (turn.kind === 'wait') return turn
    // The place is given back in passing: the page need not wait for it, and a lost word costs only the lease.
    return { kind: 'granted', leave: async () => void turn.leave().catch(() => {}) }
  } catch (error) {
    ctx.logger.warn({ err: error }, 'politeness cannot be kept while Redis is away')
    return FREE
  }
}

/** A target that asks for a pause gets it from the whole fleet. */
export async function heedRetryAfter(
  ctx: TierContext,
  job: ClaimedJob,
  outcome: FetchOutcome,
): Promise<void> {
  if (job.test || outcome.kind !== 'blocked' || outcome.retryAfterMs === undefined) return
  await ctx.politeness.pause(hostOf(job), outcome.retryAfterMs).catch(() => {})
}

function hostOf(job: ClaimedJob): string {
  return new URL(job.url).host
}
