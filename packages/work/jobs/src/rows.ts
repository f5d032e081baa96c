import type { JobStatus, Mode, Tier } from '@gleaner/contracts'
import type { Attempt } from './attempt.ts'
import { isFinal } from './job-states.ts'
import type { JobError } from './planning/escalation.ts'
import type { Plan } from './planning/plan.ts'

/** A job as readers need it: everything but the request, its secrets and the page. */
export interface JobRow {
  id: string
  accountId: string
  /** None made a demo. */
  apiKeyId: string | null
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
  /** The batch that it is an item of. */
  batchId: string | null
  /** What its caller calls it by; of an item without any, what its batch is called by. */
  externalId: string | null
  metadata: Record<string, unknown> | null
  /** Of the request that asked for it or for its batch; null where none did. */
  requestId: string | null
  /** The line that it waits and works in (`lineName` of packages/platform/queue): of an item of a crawl, or of a batch whose items are counted. */
  line: string | null
  createdAt: Date
  deadlineAt: Date
  finishedAt: Date | null
}

/** The column of each. Money of one job stays far below 2^53, so it may leave Postgres as a double. */
const COLUMNS: Record<keyof JobRow, string> = {
  id: 'id',
  accountId: 'account_id',
  apiKeyId: 'api_key_id',
  status: 'status',
  test: 'test',
  url: 'url',
  mode: 'mode',
  plan: 'plan',
  tier: 'tier',
  attempts: 'attempts',
  holdMicros: 'hold_micros::float8',
  costMicros: 'cost_micros::float8',
  sizeBytes: 'size_bytes',
  error: 'error',
  cachedFrom: 'cached_from',
  batchId: 'batch_id',
  externalId: 'external_id',
  metadata: 'metadata',
  requestId: 'request_id',
  line: 'line',
  createdAt: 'created_at',
  deadlineAt: 'deadline_at',
  finishedAt: 'finished_at',
}

/** Kept once for all items of a batch, which may be a hundred thousand. */
const OF_BATCH: ReadonlySet<keyof JobRow> = new Set(['metadata', 'requestId'])

const NAMES = Object.keys(COLUMNS) as (keyof JobRow)[]

/** Select list of some of a job's columns, by the names that they have here. */
export function jobColumns(...names: (keyof JobRow)[]): string {
  return names
    .map((name) => `${OF_BATCH.has(name) ? orOfBatch(COLUMNS[name]) : `job.${COLUMNS[name]}`} AS "${name}"`)
    .join(', ')
}

function orOfBatch(column: string): string {
  return `COALESCE(job.${column}, (SELECT batch.${column} FROM batch WHERE batch.id = job.batch_id))`
}

/** Select list for JobRow. */
export const JOB_COLUMNS = jobColumns(...NAMES)

/** The row alone, of what holds more besides. */
export function jobRowOf(job: JobRow): JobRow {
  return Object.fromEntries(NAMES.map((name) => [name, job[name]])) as unknown as JobRow
}

/**
 * A job that has ended. `page` is the page part of its result, as JSON text; absent when it was not carried along, or
 * when it is large: then `pageBytes` is its size, and `readPage` gives it piece by piece.
 */
export interface FinishedJob {
  row: JobRow
  page?: string | undefined
  pageBytes?: number | undefined
  /** Webhook deliveries that its end, and of those that ended with it, have put into the outbox; known to who ended it. */
  deliveries?: number | undefined
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
  return isFinal(row.status)
}
