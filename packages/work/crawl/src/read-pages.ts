import { itemStatusOf } from '@gleaner/batches'
import { toCredits } from '@gleaner/billing'
import { type CrawlPage, MESSAGES, maskUrlCredentials, presentLabels } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import type { FinishedJob, JobReading } from '@gleaner/jobs'
import { readJobsOfBatch, readStatesOfBatch } from '@gleaner/jobs'

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

/** Pages of a crawl in the order in which they were taken on, from place `from` on; with their content, where it is wanted. */
export async function readPages(
  db: Queryable,
  crawlId: string,
  range: { from: number; limit: number },
  withContent = true,
): Promise<PageReading[]> {
  const readings = await (withContent ? readJobsOfBatch : readStatesOfBatch)(db, crawlId, range)
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
