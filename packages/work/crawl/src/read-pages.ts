import { itemStatusOf } from '@gleaner/batches'
import { toCredits } from '@gleaner/billing'
import { type CrawlPage, MESSAGES, maskUrlCredentials, presentLabels } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import type { FinishedJob, JobReading } from '@gleaner/jobs'
import { readJobsOfBatch } from '@gleaner/jobs'

/** A page of a crawl, and what became of its job. */
export interface PageReading {
  reading: JobReading
  depth: number
  source: string
  title: string | null
  duplicateOf: string | null
  /** What the target has answered. */
  statusCode: number | null
}

/** Pages of a crawl in the order in which they were taken on, from place `from` on. */
export async function readPages(
  db: Queryable,
  crawlId: string,
  range: { from: number; limit: number },
): Promise<PageReading[]> {
  const readings = await readJobsOfBatch(db, crawlId, range)
  const ids = readings.flatMap((reading) => jobOf(reading)?.id ?? [])
  const { rows } = await db.query<Omit<PageReading, 'reading'> & { jobId: string }>({
    name: 'read-crawl-pages',
    text: `SELECT p.job_id AS "jobId", p.depth, p.source, p.title, p.duplicate_of AS "duplicateOf", job.status_code AS "statusCode"
           FROM crawl_page AS p JOIN job ON job.id = p.job_id WHERE p.crawl_id = $1 AND p.job_id = ANY($2)`,
    values: [crawlId, ids],
  })
  const places = new Map(rows.map((row) => [row.jobId, row]))
  return readings.flatMap((reading) => {
    const place = places.get(jobOf(reading)?.id ?? '')
    return place ? [{ reading, ...place }] : []
  })
}

function jobOf(reading: JobReading): FinishedJob['row'] | undefined {
  if (reading.kind === 'unknown') return undefined
  return reading.kind === 'finished' ? reading.job.row : reading.row
}

/** What of a page's job is shown beside its result. */
type PageJob = Pick<
  FinishedJob['row'],
  'id' | 'url' | 'status' | 'error' | 'costMicros' | 'externalId' | 'metadata'
>
type Place = Omit<PageReading, 'reading'>

/** The same pages without their results: all that is read of them is what is shown. */
export async function listPages(
  db: Queryable,
  crawlId: string,
  range: { from: number; limit: number },
): Promise<CrawlPage[]> {
  const { rows } = await db.query<PageJob & Place>({
    name: 'list-crawl-pages',
    text: `SELECT job.id, job.url, job.status, job.error, job.cost_micros AS "costMicros", job.external_id AS "externalId", job.metadata,
                  p.depth, p.source, p.title, p.duplicate_of AS "duplicateOf", job.status_code AS "statusCode"
           FROM job JOIN crawl_page AS p ON p.crawl_id = job.batch_id AND p.job_id = job.id
           WHERE job.batch_id = $1 AND job.batch_index >= $2 ORDER BY job.batch_index LIMIT $3`,
    values: [crawlId, range.from, range.limit],
  })
  return rows.map((row) => presentJob(row, row))
}

/** A page without its result; undefined for one whose job is gone. */
export function presentPage({ reading, ...place }: PageReading): CrawlPage | undefined {
  const row = jobOf(reading)
  if (!row) return undefined
  return {
    ...presentJob(row, place),
    ...(reading.kind === 'expired' &&
      row.status === 'completed' && { error: MESSAGES.resultGone, error_code: 'JOB_EXPIRED' }),
  }
}

function presentJob(row: PageJob, { depth, source, title, duplicateOf, statusCode }: Place): CrawlPage {
  return {
    url: maskUrlCredentials(row.url),
    job_id: row.id,
    status: itemStatusOf(row.status, row.error),
    ...presentLabels(row),
    depth,
    source,
    ...(row.status === 'completed' && {
      ...(statusCode !== null && { status_code: statusCode }),
      credits: toCredits(row.costMicros),
    }),
    ...(title !== null && { title }),
    ...(duplicateOf !== null && { duplicate_of: duplicateOf }),
    ...(row.error && { error: row.error.message, error_code: row.error.code }),
  }
}
