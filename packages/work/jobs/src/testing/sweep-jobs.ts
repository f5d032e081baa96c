import type { JobsContext } from '../context.ts'
import { endOverdueJobs, endUnadmittedItems, requeueLostJobs } from '../tending/sweep.ts'

/** A whole sweep: how many jobs were ended, and how many were queued again. */
export async function sweepJobs(ctx: JobsContext): Promise<{ expired: number; requeued: number }> {
  const expired = (await endOverdueJobs(ctx)) + (await endUnadmittedItems(ctx))
  return { expired, requeued: await requeueLostJobs(ctx) }
}
