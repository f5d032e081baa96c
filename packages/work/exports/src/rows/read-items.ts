import type { JobStatus, Tier } from '@gleaner/contracts'
import { RETENTION } from '@gleaner/contracts/limits'
import type { Queryable } from '@gleaner/db'
import type { JobError } from '@gleaner/jobs'
import { MEGABYTE } from '@gleaner/runtime/units'

/** Which jobs an export has. They stay the same while it runs: the batch has ended, and pages are kept for longer than it may take. */
export interface Selection {
  batchId: string
  includeFailed: boolean
  /** When the export was asked for: results of a day before are past their retention. */
  askedAt: Date
}

/** A job with its page, as it is stored. */
export interface ItemRow {
  jobId: string
  place: number
  url: string
  status: JobStatus
  tier: Tier
  costMicros: number
  error: JobError | null
  finishedAt: Date
  /** The job that has stored its page. */
  pageId: string
  /** Null where there is none any more. */
  pageBytes: number | null
  /** Null also where it is larger than what is asked for: then `head` is its beginning, in which the links of its files stand. */
  page: string | null
  head: string | null
}

/** SQL condition on a job. Its parameters are the batch, whether failed ones count, and when the export was asked for. */
const IS_WANTED = `job.batch_id = $1 AND (
  job.status = 'completed' AND job.finished_at > $3::timestamptz - ${RETENTION.resultMs} * interval '1 millisecond'
  OR $2 AND job.status = 'failed')`

/** SQL: the day of a job, in UTC. */
const DAY = "(job.finished_at AT TIME ZONE 'UTC')::date"

/** How many jobs there are, by day: `2026-11-24`. */
export async function countByDay(
  sql: Queryable,
  { batchId, includeFailed, askedAt }: Selection,
): Promise<{ day: string; count: number }[]> {
  const { rows } = await sql.query<{ day: string; count: number }>(
    `SELECT ${DAY}::text AS day, count(*)::int AS count FROM job WHERE ${IS_WANTED} GROUP BY 1 ORDER BY 1`,
    [batchId, includeFailed, askedAt],
  )
  return rows
}

/** Jobs that are read at once, and bytes of their pages: the last one may go beyond. */
const RANGE_JOBS = 200
const RANGE_BYTES = 4 * MEGABYTE

/** What a result says of its fetch stands before its content; most of it are headers. */
const HEAD_CHARS = 200_000

/** The next jobs from a place on, in their order; none: there are no more. Sizes are known without unfolding pages. */
export async function readItems(
  sql: Queryable,
  { batchId, includeFailed, askedAt }: Selection,
  { day, from, pageBytes }: { day: string | null; from: number; pageBytes: number },
): Promise<ItemRow[]> {
  const { rows } = await sql.query<ItemRow>({
    name: 'read-export-items',
    text: `
      WITH item AS (
        SELECT job.id, job.batch_index, octet_length(job_page.page) AS bytes
        FROM job LEFT JOIN job_page ON job_page.job_id = COALESCE(job.cached_from, job.id)
        WHERE ${IS_WANTED} AND job.batch_index >= $4 AND ($5::date IS NULL OR ${DAY} = $5::date)
        ORDER BY job.batch_index LIMIT ${RANGE_JOBS}
      ), sized AS (
        SELECT *, COALESCE(sum(CASE WHEN bytes <= $6 THEN bytes END) OVER (
          ORDER BY batch_index ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before
        FROM item
      )
      SELECT job.id AS "jobId", job.batch_index AS place, job.url, job.status, job.tier,
        job.cost_micros::float8 AS "costMicros", job.error, job.finished_at AS "finishedAt",
        COALESCE(job.cached_from, job.id) AS "pageId", sized.bytes AS "pageBytes",
        CASE WHEN sized.bytes <= $6 THEN job_page.page END AS page,
        CASE WHEN sized.bytes > $6 THEN left(job_page.page, ${HEAD_CHARS}) END AS head
      FROM sized JOIN job ON job.id = sized.id
        LEFT JOIN job_page ON job_page.job_id = COALESCE(job.cached_from, job.id)
      WHERE sized.before < ${RANGE_BYTES} ORDER BY job.batch_index`,
    values: [batchId, includeFailed, askedAt, from, day, pageBytes],
  })
  return rows
}
