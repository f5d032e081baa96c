import type { ReadFailure } from '@gleaner/extract'
import type { FetchOutcome } from '@gleaner/fetch-engine'
import {
  type Attempt,
  type AttemptResult,
  announceJob,
  attemptBudgetMs,
  type ClaimedJob,
  claimJob,
  decideNext,
  type JobError,
  type NextMove,
  releaseJob,
} from '@gleaner/jobs'
import type { ProxySource } from '@gleaner/proxies'
import { type ScrapeTask, TryLater } from '@gleaner/queue'
import { deadlineSignal } from '@gleaner/runtime'
import type { Admitted } from './admission.ts'
import { attemptOf } from './attempt-of.ts'
import { buildResult, type Fetched } from './build-result.ts'
import type { TierContext } from './context.ts'
import { prepareRequest } from './prepare-request.ts'
import { refuseClaim } from './refuse-claim.ts'
import { complete, escalate, fail } from './settle.ts'
import { findWayOut, throughProxies } from './way-out.ts'

/** Thrown out of a task whose work was interrupted, so that its message is delivered again. */
class Interrupted extends Error {
  override readonly name = 'Interrupted'
}

/**
 * One attempt of one job: claim it, fetch, and either finish it, pass it on to the next tier, or give it up. Runs again
 * after a crash at any line: the claim then finds what is left to do. `stopping` aborts when the process must end.
 */
export async function handleTask(ctx: TierContext, task: ScrapeTask, stopping: AbortSignal): Promise<void> {
  using admitted = await ctx.admission.enter(task, ctx.tier)
  const claim = await claimJob(ctx.jobs, task.jobId, ctx.tier)
  switch (claim.kind) {
    case 'stale':
      return
    case 'finished':
      return announceJob(ctx.jobs.bells, claim.job)
    case 'held':
      throw new TryLater(Math.max(100, claim.until.getTime() - Date.now()))
    case 'claimed':
      return await work(ctx, claim.job, admitted, stopping)
  }
}

async function work(
  ctx: TierContext,
  job: ClaimedJob,
  admitted: Admitted,
  stopping: AbortSignal,
): Promise<void> {
  const refusal = refuseClaim(job)
  if (refusal) return await fail(ctx, job, refusal)

  using hold = ctx.held.take(job)
  const interruptions = [stopping, hold.lost]
  const { outcome, durationMs, source } = await runAttempt(ctx, job, interruptions).finally(
    admitted.leaveHost,
  )
  if (interruptions.some((signal) => signal.aborted)) return await interrupt(ctx, job, stopping)

  const attempt = attemptOf(ctx.tier, outcome, durationMs)
  ctx.metrics.attempted(ctx.tier, attempt)
  if (!job.test) ctx.domains.note(new URL(job.url).hostname, attempt, sizeOf(outcome))
  await heedRetryAfter(ctx, job, outcome)
  if (outcome.kind === 'page')
    return await deliver(ctx, job, { page: outcome.page, source }, attempt, stopping)
  await follow(ctx, job, attempt, nextMove(job, attempt))
}

/** A target that asks for a pause gets it from the whole fleet. */
async function heedRetryAfter(ctx: TierContext, job: ClaimedJob, outcome: FetchOutcome): Promise<void> {
  if (job.test || outcome.kind !== 'blocked' || outcome.retryAfterMs === undefined) return
  await ctx.admission.pauseHost(new URL(job.url).host, outcome.retryAfterMs).catch(() => {})
}

/** Runs the fetcher for this attempt's share of the time that is left. */
async function runAttempt(
  ctx: TierContext,
  job: ClaimedJob,
  interruptions: readonly AbortSignal[],
): Promise<{ outcome: FetchOutcome; durationMs: number; source: ProxySource }> {
  const startedAt = performance.now()
  const wayOut = await findWayOut(ctx, job)
  const budgetMs = attemptBudgetMs(job.plan, ctx.tier, job.deadlineAt.getTime() - Date.now())
  const fetcher = job.test ? ctx.sampleFetcher : ctx.fetcher
  using deadline = deadlineSignal(budgetMs, interruptions)
  const request = prepareRequest(job, budgetMs)
  const outcome = await throughProxies(ctx, job, wayOut, (proxy) =>
    fetcher.fetch({ ...request, proxy }, deadline.signal),
  ).catch((error: unknown) => {
    ctx.logger.error({ err: error, jobId: job.id }, 'a fetcher failed')
    return FAULT
  })
  return { outcome, durationMs: performance.now() - startedAt, source: wayOut.source }
}

/** Fetchers do not throw for what a target does: this is a fault of ours (no browser starts), and costs one attempt. */
const FAULT: FetchOutcome = {
  kind: 'failed',
  reason: 'internal',
  detail: 'the fetcher failed inside the service',
  mayHaveBeenSent: true,
}

function sizeOf(outcome: FetchOutcome): number {
  return outcome.kind === 'page' ? outcome.page.body.byteLength : 0
}

/**
 * Leaves the job to the next delivery of its message; a stopping process says that it may come at once. A request that
 * changes something may have been sent: its claim runs out instead, which tells the next worker so.
 */
async function interrupt(ctx: TierContext, job: ClaimedJob, stopping: AbortSignal): Promise<never> {
  if (stopping.aborted && job.spec.method === 'GET') await releaseJob(ctx.jobs, job)
  throw new Interrupted(`the attempt at job ${job.id} was interrupted`)
}

async function deliver(
  ctx: TierContext,
  job: ClaimedJob,
  fetched: Fetched,
  attempt: Attempt,
  stopping: AbortSignal,
): Promise<void> {
  const built = await buildResult(ctx, job, fetched, stopping)
  if (built.ok) return await complete(ctx, job, { ...built.delivery, attempt })
  if (built.code === 'CANCELLED') return await interrupt(ctx, job, stopping)
  const { code, result } = UNREAD[built.code]
  await fail(ctx, job, { code, message: built.message }, { ...attempt, result, error: built.message })
}

/** How a job ends whose page was fetched and not read. All of these are final, and nothing is charged. */
const UNREAD: Record<Exclude<ReadFailure, 'CANCELLED'>, { code: JobError['code']; result: AttemptResult }> = {
  EXTRACTION_FAILED: { code: 'EXTRACTION_FAILED', result: 'extraction_failed' },
  UNSUPPORTED_CONTENT_TYPE: { code: 'UNSUPPORTED_CONTENT_TYPE', result: 'unsupported' },
  WAITED_TOO_LONG: { code: 'ALL_TIERS_FAILED', result: 'timeout' },
}

function nextMove(job: ClaimedJob, attempt: Attempt): NextMove {
  return decideNext({
    plan: job.plan,
    holdMicros: job.test ? Number.POSITIVE_INFINITY : job.holdMicros,
    attempts: [...job.attempts, attempt],
    method: job.spec.method,
    deadlineAt: job.deadlineAt,
    now: new Date(),
  })
}

async function follow(ctx: TierContext, job: ClaimedJob, attempt: Attempt, next: NextMove): Promise<void> {
  switch (next.kind) {
    case 'escalate':
      return await escalate(ctx, job, attempt, next.tier)
    case 'give-up':
      return await fail(ctx, job, next.error, attempt)
    case 'finish':
      throw new Error('a failed attempt cannot finish a job')
  }
}
