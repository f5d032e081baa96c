import { hash } from 'node:crypto'
import type { ScheduleKind } from '@gleaner/contracts'
import type { Pool, Queryable } from '@gleaner/db'
import { type FinishedJob, readFinishedJob, readPage } from '@gleaner/jobs'
import { MEGABYTE } from '@gleaner/runtime/units'
import type { StoredAnswer } from '@gleaner/search'
import type { TakenCheck } from './claim-check.ts'

/** What the fetch of a check says of one page. */
export interface LookedAt {
  key: Buffer
  url: string
  /** The job that has the page, where there is one. */
  jobId: string | undefined
  /** `listed`: its address is all that is known, of a map or of a search that scrapes nothing. */
  outcome: 'page' | 'listed' | 'gone' | 'error'
  error?: string
  /** Its address stands in a list whose entries are news themselves: one that cannot be fetched has come all the same. */
  isListed?: boolean
}

export const keyOf = (url: string): Buffer => hash('sha256', url, 'buffer')

/** By which a page says that it is not there. */
const GONE = [404, 410]

/** The pages of a check, by the jobs of its batch or crawl, or the addresses of its map or search. */
export async function readLookedAt(
  sql: Queryable,
  { kind, workId }: Pick<TakenCheck, 'kind' | 'workId'>,
): Promise<LookedAt[]> {
  if (workId === null) return []
  return await READERS[kind](sql, workId)
}

interface JobRow {
  id: string
  url: string
  status: string
  statusCode: number | null
  message: string | null
}

async function jobsOf(sql: Queryable, batchId: string): Promise<LookedAt[]> {
  const { rows } = await sql.query<JobRow>(
    `SELECT id, url, status, status_code AS "statusCode", error->>'message' AS message FROM job
     WHERE batch_id = $1 AND finished_at IS NOT NULL ORDER BY id`,
    [batchId],
  )
  // An address that is listed twice is one page.
  const pages = new Map(rows.map((row) => [row.url, lookOf(row)]))
  return [...pages.values()]
}

function lookOf(row: JobRow): LookedAt {
  const { id: jobId, url, statusCode } = row
  const page = { key: keyOf(url), url, jobId }
  if (row.status !== 'completed')
    return { ...page, outcome: 'error', error: row.message ?? 'It could not be fetched.' }
  if (statusCode !== null && GONE.includes(statusCode)) return { ...page, outcome: 'gone' }
  if (statusCode !== null && statusCode >= 400)
    return { ...page, outcome: 'error', error: `It answered with status ${statusCode}.` }
  return { ...page, outcome: 'page' }
}

/** Of a map that has more, some are not watched. */
const MOST_ADDRESSES = 10_000

async function addressesOf(sql: Queryable, mapId: string): Promise<LookedAt[]> {
  const { rows } = await sql.query<{ url: string }>(
    `SELECT DISTINCT found->>'url' AS url
     FROM (SELECT convert_from(string_agg(piece, ''::bytea ORDER BY seq), 'UTF8')::json AS reply FROM site_map_piece WHERE map_id = $1) AS map,
       json_array_elements(reply->'urls') AS found ORDER BY url LIMIT ${MOST_ADDRESSES}`,
    [mapId],
  )
  return rows.map(({ url }) => ({ key: keyOf(url), url, jobId: undefined, outcome: 'listed' as const }))
}

/** What a search has found, with what has become of its scrapes. */
async function resultsOf(sql: Queryable, searchId: string): Promise<LookedAt[]> {
  const { rows: found } = await sql.query<{ answer: StoredAnswer | null }>(
    'SELECT answer FROM search WHERE id = $1',
    [searchId],
  )
  const scrapes = new Map((await jobsOf(sql, searchId)).map((look) => [look.jobId, look]))
  return (found[0]?.answer?.results ?? []).map(({ url, jobId, refusal }) => {
    const listed = { key: keyOf(url), url, jobId: undefined, isListed: true }
    if (refusal) return { ...listed, outcome: 'error', error: refusal.message }
    const scrape = jobId === undefined ? undefined : scrapes.get(jobId)
    return scrape ? { ...scrape, ...listed, jobId: scrape.jobId } : { ...listed, outcome: 'listed' }
  })
}

const READERS: Record<ScheduleKind, (sql: Queryable, workId: string) => Promise<LookedAt[]>> = {
  batch: jobsOf,
  crawl: jobsOf,
  map: addressesOf,
  search: resultsOf,
}

/** Whether a page that is not among those looked at is gone, or at least may be: not where a crawl or map had a bound, or failed. */
export async function tellsWhatIsGone(
  sql: Queryable,
  { kind, workId, state }: Pick<TakenCheck, 'kind' | 'workId' | 'state'>,
  looked: number,
): Promise<boolean> {
  if (state !== 'completed') return false
  // An engine that does not answer makes a run fail.
  if (kind === 'search') return true
  if (kind === 'map') return looked < MOST_ADDRESSES
  const { rowCount } = await sql.query("SELECT FROM crawl WHERE id = $1 AND end_reason = 'exhausted'", [
    workId,
  ])
  return rowCount === 1
}

/** A larger page is not compared. */
const MOST_BYTES = 4 * MEGABYTE

/** The result of a page's job as JSON text; undefined when it is gone, or too large. */
export async function readResult(pool: Pool, jobId: string): Promise<string | undefined> {
  const job = await readFinishedJob(pool, jobId)
  if (!job) return undefined
  if (job.page !== undefined) return job.page
  if (job.pageBytes === undefined || job.pageBytes > MOST_BYTES) return undefined
  return await joined(pool, job)
}

async function joined(pool: Pool, job: FinishedJob): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of readPage(pool, job, 0)) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}
