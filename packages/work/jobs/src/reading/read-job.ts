import type { BatchItemStatus } from '@gleaner/contracts'
import { RETENTION } from '@gleaner/contracts/limits'
import type { Queryable } from '@gleaner/db'
import { hasPage, PAGE_SIZE, STORED_PAGE, type StoredPage, storedPage } from '../page-text.ts'
import { cacheTimes, type FinishedJob, isFinished, JOB_COLUMNS, type JobRow } from '../rows.ts'

export type JobReading =
  | { kind: 'open'; row: JobRow }
  | { kind: 'finished'; job: FinishedJob }
  /** Its result is past retention; the id is still remembered. */
  | { kind: 'expired'; row: JobRow }
  | { kind: 'unknown' }

/** Reads a job of `accountId` with its page; a job of somebody else is unknown. */
export async function readJob(db: Queryable, accountId: string, jobId: string): Promise<JobReading> {
  const job = await selectJob(db, jobId, accountId)
  return job ? readingOf(job) : { kind: 'unknown' }
}

/** Reads items of a batch with their pages, from place `from` on in the order of the request. */
export async function readJobsOfBatch(
  db: Queryable,
  batchId: string,
  { from, limit }: { from: number; limit: number },
): Promise<JobReading[]> {
  const { rows } = await db.query<Selected>({
    name: 'read-jobs-of-batch',
    text: `${SELECT} WHERE job.batch_id = $1 AND job.batch_index >= $2 ORDER BY job.batch_index LIMIT $3`,
    values: [batchId, from, limit],
  })
  return rows.map((row) => readingOf(finishedJobOf(row)))
}

/** The same without their pages, of which it is known whether they are kept. */
export async function readStatesOfBatch(
  db: Queryable,
  batchId: string,
  { from, limit }: { from: number; limit: number },
): Promise<JobReading[]> {
  const { rows } = await db.query<Selected>({
    name: 'read-states-of-batch',
    text: `${SELECT_STATE} WHERE job.batch_id = $1 AND job.batch_index >= $2 ORDER BY job.batch_index LIMIT $3`,
    values: [batchId, from, limit],
  })
  return rows.map((row) => readingOf(finishedJobOf(row)))
}

/** Items with their pages that are of one status, as their batch calls it: from the `from`th of them on. */
export async function readJobsOfBatchByStatus(
  db: Queryable,
  batchId: string,
  status: BatchItemStatus,
  { from, limit }: { from: number; limit: number },
): Promise<JobReading[]> {
  const { rows } = await db.query<Selected>({
    name: 'read-jobs-of-batch-by-status',
    text: `${SELECT} WHERE job.batch_id = $1 AND $2 = CASE
             WHEN job.status = 'completed' THEN 'succeeded'
             WHEN job.status = 'failed' AND job.error->>'code' = 'CANCELLED' THEN 'cancelled'
             ELSE job.status END
           ORDER BY job.batch_index OFFSET $3 LIMIT $4`,
    values: [batchId, status, from, limit],
  })
  return rows.map((row) => readingOf(finishedJobOf(row)))
}

function readingOf(job: FinishedJob): JobReading {
  const { row } = job
  if (!isFinished(row)) return { kind: 'open', row }
  const age = Date.now() - row.finishedAt!.getTime()
  if (age > RETENTION.jobMs) return { kind: 'unknown' }
  if (isExpired(job)) return { kind: 'expired', row }
  return { kind: 'finished', job }
}

/** Whether the result of a job that has ended is past retention; of one that was read with its page. */
export function isExpired(job: FinishedJob): boolean {
  const age = Date.now() - job.row.finishedAt!.getTime()
  return age > RETENTION.resultMs || (job.row.status === 'completed' && !hasPage(job))
}

/** Reads a job once it has ended; undefined while it is open. For waiters, which own the id they wait for. */
export async function readFinishedJob(db: Queryable, jobId: string): Promise<FinishedJob | undefined> {
  const job = await selectJob(db, jobId)
  return job && isFinished(job.row) ? job : undefined
}

/** Of the jobs with these ids, those that have ended, by id; of many in one round trip. */
export async function readFinishedJobs(
  db: Queryable,
  jobIds: readonly string[],
): Promise<Map<string, FinishedJob>> {
  const { rows } = await db.query<Selected>({
    name: 'read-finished-jobs',
    text: `${SELECT} WHERE job.id = ANY($1) AND job.finished_at IS NOT NULL`,
    values: [jobIds],
  })
  return new Map(rows.map((row) => [row.id, finishedJobOf(row)]))
}

/** Of a job that may have ended, with its page. */
export type Selected = JobRow & StoredPage & { cachedAt: Date | null; ttl: number | null }

/** Select list for `Selected`, and what it reads of besides `job`. */
export const SELECTED = {
  columns: `${JOB_COLUMNS}, ${STORED_PAGE}, source.finished_at AS "cachedAt", source.cache_ttl AS ttl`,
  joins: `
    LEFT JOIN job AS source ON source.id = job.cached_from
    LEFT JOIN job_page ON job_page.job_id = COALESCE(job.cached_from, job.id)`,
}

const SELECT = `SELECT ${SELECTED.columns} FROM job ${SELECTED.joins}`
const SELECT_STATE = SELECT.replace(STORED_PAGE, PAGE_SIZE)

/** An open job has no page, so a waiter's poll carries none. */
async function selectJob(db: Queryable, jobId: string, accountId?: string): Promise<FinishedJob | undefined> {
  const { rows } = await db.query<Selected>({
    name: 'read-job',
    text: `${SELECT} WHERE job.id = $1 AND ($2::uuid IS NULL OR job.account_id = $2)`,
    values: [jobId, accountId ?? null],
  })
  return rows[0] && finishedJobOf(rows[0])
}

export function finishedJobOf({ page, pageBytes, cachedAt, ttl, ...row }: Selected): FinishedJob {
  const cache = cachedAt && ttl !== null ? cacheTimes(cachedAt, ttl) : undefined
  return { row, ...storedPage({ page, pageBytes }), cache }
}
