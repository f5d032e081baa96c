import type { ReadFailure } from '@gleaner/extract'
import type { FetchOutcome } from '@gleaner/http-tiers'
import {
  type Attempt,
  type AttemptResult,
  announceEnd,
  announceStatus,
  type ClaimedJob,
  changesTarget,
  claimJob,
  decideNext,
  type JobError,
  type NextMove,
  outcomeUnknown,
  releaseJob,
  wantsModel,
} from '@gleaner/jobs'
import { dropAnswers } from '@gleaner/llm/run/answer-store'
import type { ScrapeTask } from '@gleaner/queue'
import { onceFree } from '@gleaner/queue/claim'
import { deadlineSignal } from '@gleaner/runtime'
import { attemptOf } from './attempt/attempt-of.ts'
import { findOrFetch } from './attempt/find-or-fetch.ts'
import { fetchInTurn, type Turn } from './bulk-gate/bulk-gate.ts'
import type { TierContext } from './context.ts'
import type { AttemptPermits } from './permits.ts'
import { refuseClaim } from './refuse-claim.ts'
import { archivePage } from './result/archive-page.ts'
import { buildResult } from './result/build-result.ts'
import type { Fetched } from './result/fetched.ts'
import { priceCopy } from './result/price-copy.ts'
import { useOf } from './session/judge-use.ts'
import { withSession } from './session/session-fields.ts'
import { updateSession } from './session/update-session.ts'
import { complete, escalate, fail } from './settle.ts'
import { tracedAttempt, tracedStep } from './traced-attempt.ts'

/** `stopping`: the process stops. `lost`: another worker has the job. */
type Interruptions = readonly [stopping: AbortSignal, lost: AbortSignal]

function isInterrupted(interruptions: Interruptions): boolean {
  return interruptions.some((signal) => signal.aborted)
}

/** What a task holds while it is worked on. */
interface Held {
  permits: AttemptPermits
  turn: Turn
}

/** Thrown out of a task whose work was interrupted, so that its message is delivered again. */
class Interrupted extends Error {
  override readonly name = 'Interrupted'
}

/**
 * One attempt of one job: claim it, fetch, and either finish it, pass it on to the next tier, or give it up. Runs again
 * after a crash at any line: the claim then finds what is left to do. `stopping` aborts when the process must end.
 */
export async function handleTask(ctx: TierContext, task: ScrapeTask, stopping: AbortSignal): Promise<void> {
  using turn = await ctx.bulkGate.begin(task, stopping)
  using permits = await ctx.permits.acquire(task, ctx.tier)
  const claim = await claimJob(ctx.jobs, task.jobId, ctx.tier)
  switch (claim.kind) {
    case 'stale':
      return
    case 'finished':
      return announceEnd(ctx.jobs, claim.job)
    case 'held':
      throw onceFree(claim)
    case 'claimed':
      // The first claim of all: a job that is tried again has been running all the while.
      if (claim.job.fence === 1) announceStatus(ctx.jobs, claim.job)
      return await tracedAttempt(ctx, claim.job, () => work(ctx, claim.job, { permits, turn }, stopping))
  }
}

async function work(ctx: TierContext, job: ClaimedJob, held: Held, stopping: AbortSignal): Promise<void> {
  const refusal = refuseClaim(job)
  if (refusal) return await fail(ctx, job, refusal)

  using lease = ctx.leases.keep(job)
  const interruptions: Interruptions = [stopping, lease.lost]
  if (job.lostLeases === 0 || job.test) return await attemptJob(ctx, job, held, interruptions)
  // The job may have killed its last worker: it runs in a process of its own, so that no other job is lost with it.
  using deadline = deadlineSignal(job.deadlineAt.getTime() - Date.now(), interruptions)
  const isolated = await ctx.isolated.acquire(ctx, job.accountId, deadline.signal).catch((error: unknown) => {
    if (deadline.signal.aborted) return undefined
    throw error
  })
  if (!isolated) return await abandon(ctx, job, interruptions)
  try {
    await attemptJob(isolated.ctx, job, held, interruptions)
  } finally {
    await isolated.release()
  }
}

/** The deadline passed, or the claim was lost, before there was a process to run the job in. */
async function abandon(ctx: TierContext, job: ClaimedJob, interruptions: Interruptions): Promise<void> {
  const refusal = refuseClaim(job)
  if (refusal && !isInterrupted(interruptions)) return await fail(ctx, job, refusal)
  await interrupt(ctx, job, interruptions)
}

async function attemptJob(
  ctx: TierContext,
  job: ClaimedJob,
  { permits, turn }: Held,
  interruptions: Interruptions,
): Promise<void> {
  // Until the job is settled: its page is in memory all the while.
  using memory = ctx.bodies.open(job.accountId)
  const ran = await fetchInTurn(ctx.tier, turn, () =>
    tracedStep(ctx, job, 'fetch', () =>
      findOrFetch(ctx, job, { memory, permits }, interruptions).finally(permits.releaseHost),
    ),
  )
  const { outcome, source, jobSession } = ran
  const use = useOf(jobSession, job.spec.url, outcome)
  await updateSession(ctx, job, { jobSession, outcome, use })
  const attempt = attemptOf(ctx.tier, outcome, ran.durationMs, use)
  if (isInterrupted(interruptions)) return await interrupt(ctx, job, interruptions, attempt)

  ctx.metrics.attempted(ctx.tier, attempt)
  if (!job.test && !job.spec.supplied) ctx.domains.note(new URL(job.url).hostname, attempt, sizeOf(outcome))
  await heedRetryAfter(ctx, job, outcome)
  if (outcome.kind === 'page') {
    const fetched = { page: outcome.page, source, jobSession, use }
    await deliver(ctx, job, fetched, attempt, interruptions, { permits, turn })
    return ctx.keptPages.drop(job)
  }
  await follow(ctx, job, attempt, nextMove(job, attempt), (error) => withSession(error, jobSession, use))
}

/** A target that asks for a pause gets it from the whole fleet. */
async function heedRetryAfter(ctx: TierContext, job: ClaimedJob, outcome: FetchOutcome): Promise<void> {
  if (job.test || outcome.kind !== 'blocked' || outcome.retryAfterMs === undefined) return
  await ctx.hosts.pause(new URL(job.url).host, outcome.retryAfterMs).catch(() => {})
}

function sizeOf(outcome: FetchOutcome): number {
  return outcome.kind === 'page' ? outcome.page.body.byteLength : 0
}

/**
 * Leaves the job to the next delivery of its message, at once when the process stops. A request that changes something
 * and may have been sent is not repeated: its job ends here.
 */
async function interrupt(
  ctx: TierContext,
  job: ClaimedJob,
  [stopping]: Interruptions,
  attempt?: Attempt,
): Promise<void> {
  const { method } = job.spec
  if (stopping.aborted) {
    const mayHaveActed =
      !job.test && changesTarget(method) && attempt !== undefined && attempt.mayHaveBeenSent !== false
    if (mayHaveActed) return await fail(ctx, job, outcomeUnknown(method, STOPPED), unfinished(attempt))
    await releaseJob(ctx.jobs, job)
  }
  throw new Interrupted(`the attempt at job ${job.id} was interrupted`)
}

const STOPPED = 'The service was stopped'

/** An attempt whose page came too late to be read has delivered nothing. */
function unfinished(attempt: Attempt): Attempt {
  return attempt.result === 'delivered' ? { ...attempt, result: 'internal', error: STOPPED } : attempt
}

async function deliver(
  ctx: TierContext,
  job: ClaimedJob,
  fetched: Fetched,
  attempt: Attempt,
  interruptions: Interruptions,
  { permits, turn }: Held,
): Promise<void> {
  const build = () =>
    tracedStep(ctx, job, 'read', () =>
      buildResult(ctx, job, fetched, interruptions[0], { turn, beforeModel: permits.releaseSlot }),
    )
  let built = await build()
  // What others have changed meanwhile is compared with anew; in the end the page is delivered as it was compared last.
  for (let compared = 1; built.ok; compared++) {
    await archivePage(ctx, job, fetched)
    const note = compared < MOST_COMPARISONS ? built.note : undefined
    const delivery = { ...(await priceCopy(ctx, job, built.delivery)), attempt }
    if ((await tracedStep(ctx, job, 'settle', () => complete(ctx, job, delivery, note))) === 'done') break
    const again = await build()
    // A page that was read is delivered, whatever becomes of reading it once more.
    built = again.ok || again.code === 'CANCELLED' ? again : { ...built, note: undefined }
  }
  if (built.ok) {
    if (wantsModel(job.spec)) await dropAnswers(ctx.jobs.pool, job.id).catch(() => {})
    return
  }
  if (built.code === 'CANCELLED') return await interrupt(ctx, job, interruptions, attempt)
  const { code, result } = UNREAD[built.code]
  await fail(ctx, job, { code, message: built.message }, { ...attempt, result, error: built.message })
}

/** Of one page with its history. Of scrapes that end at once all but the first compare again; of many whose pages all differ, some give way. */
const MOST_COMPARISONS = 5

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
    prefersCost: job.spec.cost_controls.prefer_cost === true,
    deadlineAt: job.deadlineAt,
    now: new Date(),
  })
}

async function follow(
  ctx: TierContext,
  job: ClaimedJob,
  attempt: Attempt,
  next: NextMove,
  withContext: (error: JobError) => JobError,
): Promise<void> {
  switch (next.kind) {
    case 'escalate':
      return await escalate(ctx, job, attempt, next.tier)
    case 'give-up':
      return await fail(ctx, job, withContext(next.error), attempt)
    case 'finish':
      throw new Error('a failed attempt cannot finish a job')
  }
}
