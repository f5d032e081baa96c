import { toCredits, toDollars } from '@gleaner/billing'
import type { Billing, Escalation, PageResult, ScrapeResult } from '@gleaner/contracts'
import { toBatchId } from '@gleaner/contracts/ids'
import { MESSAGES } from '@gleaner/contracts/messages'
import { presentLabels, presentLabelsOfPage } from '@gleaner/contracts/schemas/labels'
import { tierName } from '@gleaner/contracts/tier'
import { maskUrlCredentials } from '@gleaner/contracts/url-credentials'
import type { Attempt } from '../attempt.ts'
import { savingsOf } from '../planning/plan.ts'
import type { FinishedJob, JobRow } from '../rows.ts'
import { suggestOptimization, tierCapWarning } from './suggestions.ts'

/** What a delivery took, made of the row: stored nowhere else. */
export function presentBilling(row: JobRow): Billing {
  const suggestion = suggestOptimization(row)
  return {
    total_credits: toCredits(row.costMicros),
    total_cost: toDollars(row.costMicros),
    tier_used: row.status === 'completed' ? row.tier : '',
    ...(row.status === 'completed' && { tier_name: tierName(row.tier) }),
    escalations: row.attempts.map((attempt) => presentAttempt(attempt, row)),
    savings: row.status === 'completed' ? toCredits(savingsOf(row.plan, row.costMicros)) : 0,
    cost_dollars: toDollars(row.costMicros),
    final_cost_microcents: row.costMicros,
    byop_applied: cameByOwnProxy(row),
    ...(suggestion && { optimization_suggestion: suggestion }),
  }
}

/** Who asks for a proxy of their own is never sent without it; an answer from the cache was not sent at all. */
function cameByOwnProxy({ status, cachedFrom, plan }: JobRow): boolean {
  return status === 'completed' && cachedFrom === null && plan.options.includes('use_own_proxy')
}

function presentAttempt(attempt: Attempt, row: JobRow): Escalation {
  const delivered = attempt.result === 'delivered'
  return {
    tier: attempt.tier,
    result: delivered ? 'success' : 'failed',
    credits: delivered ? toCredits(row.costMicros) : 0,
    cost: delivered ? toDollars(row.costMicros) : 0,
    duration_ms: Math.round(attempt.durationMs),
    ...(!delivered && { error: attempt.error ?? attempt.result }),
  }
}

/** How far up its ladder an open job is. */
function presentClimb(row: JobRow) {
  return { tier: row.tier, attempts: row.attempts.map((attempt) => presentAttempt(attempt, row)) }
}

export type CompletedStatus = 'completed' | 'succeeded'

/** The fields of a scrape result that its page part does not hold. */
type Envelope = Omit<ScrapeResult, keyof PageResult>

/** JSON text in the midst of which a stored page stands, without the brace that begins it. */
export interface PageFrame {
  before: string
  after: string
}

/**
 * What stands around the page part of a completed job's scrape result. That part is spliced in as it is stored: it can
 * be 50 MB, and nothing needs it parsed.
 */
export function frameResult({ row, cache }: FinishedJob): PageFrame {
  const envelope: Envelope = {
    job_id: row.id,
    ...presentLabelsOfPage(row),
    url: shown(row),
    cached: row.cachedFrom !== null,
    ...(cache && { cached_at: cache.cachedAt.toISOString(), expires_at: cache.expiresAt.toISOString() }),
    response_time_ms: row.finishedAt!.getTime() - row.createdAt.getTime(),
    ...tierCapWarning(row),
    billing: presentBilling(row),
  }
  return { before: `${JSON.stringify(envelope).slice(0, -1)},`, after: '' }
}

/** The same for a completed job as `GET /jobs/{id}` shows it. `status`: what its caller calls completed. */
export function frameJob(job: FinishedJob, status: CompletedStatus = 'completed'): PageFrame {
  const { row } = job
  const head = JSON.stringify({
    ...commonFields(row),
    status,
    progress: 100,
    completed_at: row.finishedAt!.toISOString(),
  })
  const { before, after } = frameResult(job)
  return { before: `${head.slice(0, -1)},"result":${before}`, after: `${after}}` }
}

/** A scrape result as JSON text; of a job whose page was carried along. */
export function presentResult(job: FinishedJob): string {
  return fill(frameResult(job), job.page!)
}

function fill({ before, after }: PageFrame, page: string): string {
  return `${before}${page.slice(1)}${after}`
}

/** A job as `GET /jobs/{id}` shows it, as JSON text; when it is completed, with the page that was carried along. */
export function presentJob(
  job: FinishedJob | { row: JobRow },
  completed: CompletedStatus = 'completed',
): string {
  const { row } = job
  const common = commonFields(row)
  switch (row.status) {
    case 'pending':
      return JSON.stringify({ ...common, ...presentClimb(row) })
    case 'running':
      return JSON.stringify({ ...common, progress: progressOf(row), ...presentClimb(row) })
    case 'failed':
      return JSON.stringify({
        ...common,
        ...presentFailure(row),
        failed_at: row.finishedAt!.toISOString(),
      })
    case 'completed': {
      const finished = job as FinishedJob
      return fill(frameJob(finished, completed), finished.page!)
    }
  }
}

/** Why a job has failed, as whoever is told of it reads it. */
export function presentFailure(row: JobRow) {
  return {
    error: row.error!.message,
    error_code: row.error!.code,
    error_details: { ...row.error!.details, billing: presentBilling(row) },
  }
}

/** A completed job whose result is past its retention, where it stands among others. */
export function presentExpired(row: JobRow): string {
  return JSON.stringify({
    ...commonFields(row),
    progress: 100,
    error: MESSAGES.resultGone,
    error_code: 'JOB_EXPIRED',
    completed_at: row.finishedAt!.toISOString(),
  })
}

function commonFields(row: JobRow) {
  return {
    id: row.id,
    status: row.status,
    url: shown(row),
    mode: row.mode,
    ...groupOf(row),
    ...presentLabels(row),
    created_at: row.createdAt.toISOString(),
  }
}

/** The batch or the crawl that a job is an item of, as callers know it. */
export function groupOf({ batchId, line }: Pick<JobRow, 'batchId' | 'line'>) {
  if (batchId === null) return {}
  return line === null ? { batch_id: toBatchId(batchId) } : { crawl_id: batchId }
}

/** Rows of processes that have not been upgraded yet may hold a login. */
function shown({ url }: JobRow): string {
  return maskUrlCredentials(url)
}

/** 0 to 100: how far down its ladder a running job is. The last tenth is left to the end itself. */
function progressOf(row: JobRow): number {
  return Math.round(10 + (80 * row.attempts.length) / row.plan.steps.length)
}

export interface ResultHeaders {
  credits: number
  tier: string
  savings: number
  bytes: number
  cached: boolean
}

/** The facts of a delivered scrape that also stand in its reply's headers. */
export function presentHeaders(row: JobRow): ResultHeaders {
  return {
    credits: toCredits(row.costMicros),
    tier: row.tier,
    savings: toCredits(savingsOf(row.plan, row.costMicros)),
    bytes: row.sizeBytes ?? 0,
    cached: row.cachedFrom !== null,
  }
}
