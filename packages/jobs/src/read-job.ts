import { RETENTION } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import { type FinishedJob, isFinished, JOB_COLUMNS, type JobRow } from './rows.ts'

export type JobReading =
  | { kind: 'open'; row: JobRow }
  | { kind: 'finished'; job: FinishedJob }
  /** Its result is past retention; the id is still remembered. */
  | { kind: 'expired' }
  | { kind: 'unknown' }

/** Reads a job of `accountId` with its page; a job of somebody else is unknown. */
export async function readJob(db: Queryable, accountId: string, jobId: string): Promise<JobReading> {
  const { rows } = await db.query<JobRow & { page: string | null }>({
    name: 'read-job',
    text: `
      SELECT ${JOB_COLUMNS}, job_page.page
      FROM job LEFT JOIN job_page ON job_page.job_id = COALESCE(job.cached_from, job.id)
      WHERE job.id = $1 AND job.account_id = $2`,
    values: [jobId, accountId],
  })
  const found = rows[0]
  if (!found) return { kind: 'unknown' }
  const { page, ...row } = found
  if (!isFinished(row)) return { kind: 'open', row }

  const age = Date.now() - row.finishedAt!.getTime()
  if (age > RETENTION.resultMs + RETENTION.expiredJobMs) return { kind: 'unknown' }
  const isGone = row.status === 'completed' && page === null
  if (age > RETENTION.resultMs || isGone) return { kind: 'expired' }
  return { kind: 'finished', job: { row, page: page ?? undefined } }
}

/** Reads a job once it has ended; undefined while it is open. For waiters, which own the id they wait for. */
export async function readFinishedJob(db: Queryable, jobId: string): Promise<FinishedJob | undefined> {
  const { rows } = await db.query<JobRow & { page: string | null }>({
    name: 'read-finished-job',
    text: `
      SELECT ${JOB_COLUMNS}, job_page.page
      FROM job LEFT JOIN job_page ON job_page.job_id = COALESCE(job.cached_from, job.id)
      WHERE job.id = $1 AND job.finished_at IS NOT NULL`,
    values: [jobId],
  })
  const found = rows[0]
  if (!found) return undefined
  const { page, ...row } = found
  return { row, page: page ?? undefined }
}
