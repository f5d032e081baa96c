import { toCredits } from '@gleaner/billing'
import type { JobListEntry, JobListQuery } from '@gleaner/contracts'
import { firstIdOf, uuidOfBatch } from '@gleaner/contracts/ids'
import { LIMITS } from '@gleaner/contracts/limits'
import { presentLabels } from '@gleaner/contracts/schemas/labels'
import { momentOf } from '@gleaner/contracts/schemas/moment'
import { maskUrlCredentials } from '@gleaner/contracts/url-credentials'
import type { Queryable } from '@gleaner/db'
import { isFinished, JOB_COLUMNS, type JobRow } from '../rows.ts'
import { groupOf } from './present.ts'

/** What narrows the jobs of an account down by an index; else it is all of them. */
const SOURCES = {
  account: '',
  batch: 'AND batch_id = $4',
  label: 'AND external_id = $5',
} as const

type Source = keyof typeof SOURCES

const fromJobsOf = (source: Source) => `
    FROM job WHERE account_id = $1 AND id < $2 AND id >= $3 ${SOURCES[source]}
      AND ($4::uuid IS NULL OR batch_id = $4) AND ($5::text IS NULL OR external_id = $5)
    ORDER BY id DESC`

function ofEachSource(textOf: (source: Source) => string): Record<Source, string> {
  return { account: textOf('account'), batch: textOf('batch'), label: textOf('label') }
}

/** Jobs of an account by any filters, of the newest so many: the rest is for the next request. */
export const LIST_JOBS = ofEachSource(
  (source) => `
  SELECT ${JOB_COLUMNS}, job.host, job.status_code AS "statusCode"
  FROM (SELECT * ${fromJobsOf(source)} LIMIT ${LIMITS.jobList.lookedThrough}) AS job
  WHERE ($6::text IS NULL OR status = $6) AND ($7::text IS NULL OR host = $7) AND ($8::text IS NULL OR tier = $8)
    AND ($9::uuid IS NULL OR api_key_id = $9) AND ($10::text IS NULL OR strpos(lower(url), lower($10)) > 0)
  ORDER BY id DESC LIMIT $11`,
)

/** The last one that was looked through, where there may be more. */
export const LAST_SEEN = ofEachSource(
  (source) => `SELECT id ${fromJobsOf(source)} OFFSET ${LIMITS.jobList.lookedThrough - 1} LIMIT 1`,
)

interface Listed extends JobRow {
  host: string
  statusCode: number | null
  apiKeyId: string | null
}

/** Above every id. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** A page of an account's jobs, the newest first. Its cursor is an id, so that what is added or deleted meanwhile shifts nothing. */
export async function listJobs(
  db: Queryable,
  accountId: string,
  query: JobListQuery,
): Promise<{ jobs: JobListEntry[]; next_cursor: string | null }> {
  const { status, domain, tier, key_id, crawl_id, external_id, url, limit } = query
  const batchId = query.batch_id === undefined ? crawl_id : uuidOfBatch(query.batch_id)
  if (query.batch_id !== undefined && (batchId === undefined || (crawl_id && crawl_id !== batchId)))
    return { jobs: [], next_cursor: null }
  const source: Source = batchId ? 'batch' : external_id === undefined ? 'account' : 'label'
  const range = [
    accountId,
    beforeOf(query),
    firstIdOf(query.created_after ? momentOf(query.created_after) : EPOCH),
    batchId ?? null,
    external_id ?? null,
  ]
  const { rows } = await db.query<Listed>({
    name: `list-jobs-${source}`,
    text: LIST_JOBS[source],
    values: [...range, status ?? null, domain ?? null, tier ?? null, key_id ?? null, url ?? null, limit],
  })
  const jobs = rows.map(present)
  if (rows.length === limit) return { jobs, next_cursor: rows.at(-1)!.id }
  const seen = await db.query<{ id: string }>({
    name: `last-seen-job-${source}`,
    text: LAST_SEEN[source],
    values: range,
  })
  return { jobs, next_cursor: seen.rows[0]?.id ?? null }
}

const EPOCH = new Date(0)

/** The id before which the page begins: that of the cursor, or of a time, whichever is earlier. */
function beforeOf({ cursor, created_before }: JobListQuery): string {
  const bound = created_before ? firstIdOf(momentOf(created_before)) : LAST_ID
  const from = cursor?.toLowerCase() ?? LAST_ID
  return [from, bound].sort()[0]!
}

function present(row: Listed): JobListEntry {
  const ended = isFinished(row) ? row.finishedAt!.toISOString() : undefined
  return {
    id: row.id,
    status: row.status,
    url: maskUrlCredentials(row.url),
    domain: row.host || null,
    mode: row.mode,
    ...groupOf(row),
    ...presentLabels(row),
    ...(row.status === 'completed' && { tier: row.tier }),
    ...(row.statusCode !== null && { status_code: row.statusCode }),
    credits: toCredits(row.costMicros),
    cached: row.cachedFrom !== null,
    test: row.test,
    key_id: row.apiKeyId,
    ...(row.error && { error: row.error.message, error_code: row.error.code }),
    created_at: row.createdAt.toISOString(),
    ...(row.status === 'completed' && { completed_at: ended }),
    ...(row.status === 'failed' && { failed_at: ended }),
  }
}
