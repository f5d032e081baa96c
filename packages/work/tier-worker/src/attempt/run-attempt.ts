import { retryWhileUnavailable } from '@gleaner/db'
import type { FailureReason, FetchOutcome, MemoryReservation } from '@gleaner/http-tiers'
import { attemptBudgetMs, beginToSend, type ClaimedJob, changesTarget } from '@gleaner/jobs'
import type { ProxySource } from '@gleaner/proxies'
import { deadlineSignal } from '@gleaner/runtime'
import type { TierContext } from '../context.ts'
import { PATIENCE_MS } from '../patience.ts'
import type { AttemptPermits } from '../permits.ts'
import { type JobSession, openJobSession } from '../session/open-job-session.ts'
import { climbForStorage, refuseWithoutBrowser } from '../session/storage-for-browsers.ts'
import { withoutSecrets } from '../session/without-secrets.ts'
import { prepareRequest } from './prepare-request.ts'
import { fetchWithFailover, findProxyCandidates, type ProxyCandidates } from './proxy-failover.ts'
import { suppliedPage } from './supplied-page.ts'

/** What an attempt came to, without the secrets of its session but for the jar, and what it was sent through and with. */
export interface RunAttempt {
  outcome: FetchOutcome
  durationMs: number
  source: ProxySource
  jobSession: JobSession
}

/** What an attempt holds beside its claim. */
export interface AttemptResources {
  memory: MemoryReservation
  permits: Pick<AttemptPermits, 'begin' | 'keepGap'>
}

/** Runs the fetcher for this attempt's share of the time that is left. */
export async function runAttempt(
  ctx: TierContext,
  job: ClaimedJob,
  resources: AttemptResources,
  interruptions: readonly AbortSignal[],
): Promise<RunAttempt> {
  const startedAt = performance.now()
  const candidates = await findProxyCandidates(ctx, job)
  const jobSession = await openJobSession(ctx, job)
  const sent =
    refusalOf(jobSession) ??
    refuseWithoutBrowser(ctx.tier, job, jobSession) ??
    (await send(ctx, job, { candidates, jobSession, ...resources }, interruptions))
  const outcome = climbForStorage(ctx.tier, job, jobSession, sent)
  return {
    outcome: withoutSecrets(outcome, jobSession),
    durationMs: performance.now() - startedAt,
    source: candidates.source,
    jobSession,
  }
}

interface Sending extends AttemptResources {
  candidates: ProxyCandidates
  jobSession: JobSession
}

async function send(
  ctx: TierContext,
  job: ClaimedJob,
  { candidates, jobSession, memory, permits }: Sending,
  interruptions: readonly AbortSignal[],
): Promise<FetchOutcome> {
  if (job.spec.supplied) return await suppliedPage(ctx, job, job.spec.supplied)
  if (!job.test && changesTarget(job.spec.method)) await recordSendStart(ctx, job)
  const budgetMs = budgetOf(ctx, job)
  const fetcher = job.test ? ctx.sampleFetcher : ctx.fetcher
  using deadline = deadlineSignal(budgetMs, interruptions)
  const request = prepareRequest(job, budgetMs, jobSession)
  await permits.begin()
  const { keepGap } = permits
  return await fetchWithFailover(ctx, job, candidates, (proxy) =>
    fetcher.fetch({ ...request, proxy, memory, keepGap, share: job.accountId }, deadline.signal),
  ).catch((error: unknown) => {
    ctx.logger.error({ err: error, jobId: job.id }, 'a fetcher failed')
    return FAULT
  })
}

/**
 * What a sample page does, it does at once: test jobs cost nothing, so that they do not get to keep a browser waiting for what does not
 * come.
 */
const SAMPLE_MAX_MS = 20_000

function budgetOf({ tier }: TierContext, { plan, deadlineAt, test }: ClaimedJob): number {
  const budgetMs = attemptBudgetMs(plan, tier, deadlineAt.getTime() - Date.now())
  return test ? Math.min(budgetMs, SAMPLE_MAX_MS) : budgetMs
}

async function recordSendStart(ctx: TierContext, job: ClaimedJob): Promise<void> {
  const isOurs = await retryWhileUnavailable(() => beginToSend(ctx.jobs, job), PATIENCE_MS)
  if (!isOurs) throw new Error(`the claim on job ${job.id} was lost before its request was sent`)
}

/** Fetchers do not throw for what a target does: this is a fault of ours (no browser starts), and costs one attempt. */
const FAULT: FetchOutcome = {
  kind: 'failed',
  reason: 'internal',
  detail: 'the fetcher failed inside the service',
  mayHaveBeenSent: true,
}

/** Nothing is fetched without the login that it was asked for with, unless its owner has taken that back. */
function refusalOf(jobSession: JobSession): FetchOutcome | undefined {
  switch (jobSession.kind) {
    case 'unreadable':
      return unsent('internal', 'the session could not be opened inside the service')
    case 'refused':
      return unsent('not_allowed', jobSession.why)
    default:
      return undefined
  }
}

function unsent(reason: FailureReason, detail: string): FetchOutcome {
  return { kind: 'failed', reason, detail, mayHaveBeenSent: false }
}
