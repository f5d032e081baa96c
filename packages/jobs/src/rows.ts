import type { JobStatus, Mode, Tier } from '@gleaner/contracts'
import type { Attempt } from './attempt.ts'
import type { JobError } from './escalation.ts'
import type { Plan } from './plan.ts'

/** A job as readers need it: everything but the request, its secrets and the page. */
export interface JobRow {
  id: string
  accountId: string
  status: JobStatus
  test: boolean
  url: string
  mode: Mode
  plan: Plan
  tier: Tier
  attempts: Attempt[]
  holdMicros: number
  costMicros: number
  sizeBytes: number | null
  error: JobError | null
  cachedFrom: string | null
  createdAt: Date
  deadlineAt: Date
  finishedAt: Date | null
}

/** Select list for JobRow. Money of one job stays far below 2^53, so it may leave Postgres as a double. */
export const JOB_COLUMNS = `
  job.id, job.account_id AS "accountId", job.status, job.test, job.url, job.mode, job.plan, job.tier, job.attempts,
  job.hold_micros::float8 AS "holdMicros", job.cost_micros::float8 AS "costMicros", job.size_bytes AS "sizeBytes",
  job.error, job.cached_from AS "cachedFrom", job.created_at AS "createdAt", job.deadline_at AS "deadlineAt",
  job.finished_at AS "finishedAt"`

/**
 * A job that has ended. `page` is the page part of its result, as JSON text; absent when it was not carried along, or
 * when it is large: then `pageBytes` is its size, and `readPage` gives it piece by piece.
 */
export interface FinishedJob {
  row: JobRow
  page?: string | undefined
  pageBytes?: number | undefined
  /** Of a job that was answered from the cache. */
  cache?: CacheTimes | undefined
}

/** When a cached page was fetched, and until when the request that fetched it allowed it to be served. */
export interface CacheTimes {
  cachedAt: Date
  expiresAt: Date
}

export function cacheTimes(cachedAt: Date, ttlSeconds: number): CacheTimes {
  return { cachedAt, expiresAt: new Date(cachedAt.getTime() + ttlSeconds * 1000) }
}

export function isFinished(row: JobRow): boolean {
  return row.finishedAt !== null
}
