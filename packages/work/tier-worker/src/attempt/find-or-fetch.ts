import type { ClaimedJob } from '@gleaner/jobs'
import type { TierContext } from '../context.ts'
import { type AttemptResources, type RunAttempt, runAttempt } from './run-attempt.ts'

/** Runs the attempt, unless an earlier run of it has fetched the page and was lost before it was settled: that page is the one to settle. */
export async function findOrFetch(
  ctx: TierContext,
  job: ClaimedJob,
  resources: AttemptResources,
  interruptions: readonly AbortSignal[],
): Promise<RunAttempt> {
  const kept = await ctx.keptPages.find(job)
  if (kept) return { ...kept, outcome: { kind: 'page', page: kept.page }, jobSession: { kind: 'none' } }
  const ran = await runAttempt(ctx, job, resources, interruptions)
  if (ran.outcome.kind === 'page') ctx.keptPages.keep(job, { ...ran, page: ran.outcome.page })
  return ran
}
