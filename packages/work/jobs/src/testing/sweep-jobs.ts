import type { JobsContext } from '../context.ts'
import { createOpenSince } from '../tending/open-since.ts'
import { endOverdueJobs, endUnadmittedItems, requeueLostJobs } from '../tending/sweep.ts'

/** A whole sweep: how many jobs were ended, and how many were queued again. */
export async function sweepJobs(ctx: JobsContext): Promise<{ expired: number; requeued: number }> {
  const open = createOpenSince()
  const expired = (await endOverdueJobs(ctx, open)) + (await endUnadmittedItems(ctx))
  return { expired, requeued: await requeueLostJobs(ctx, open) }
}
