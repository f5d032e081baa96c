import { isDeepStrictEqual } from 'node:util'
import { toCredits } from '@gleaner/billing'
import {
  API_ROOT,
  ApiError,
  type ExtractHistory,
  type KeptVersion,
  MESSAGES,
  type PageResult,
} from '@gleaner/contracts'

import { RETENTION } from '@gleaner/contracts/limits'
import { hasCome, type Queryable } from '@gleaner/db'
import { readFinishedJobs } from '@gleaner/jobs'
import { nextTurn } from '@gleaner/runtime/fair-turns'

type Row = ExtractHistory['rows'][number]

interface VersionJob {
  id: string
  url: string
  supplied: KeptVersion
  isOver: boolean
}

/** Results that are read at once. */
const AT_ONCE = 20

/** What versions of a page say, as far as the jobs of the batch with this id have read them. Throws NOT_FOUND and JOB_EXPIRED. */
export async function readHistory(
  sql: Queryable,
  accountId: string,
  batchId: string,
): Promise<ExtractHistory> {
  const { rows: batches } = await sql.query<{ costMicros: bigint; isPending: boolean; isExpired: boolean }>(
    `SELECT cost_micros AS "costMicros", finished_at IS NULL AS "isPending",
       COALESCE(${hasCome(`finished_at + ${RETENTION.resultMs} * interval '1 millisecond'`)}, false) AS "isExpired"
     FROM batch WHERE id = $1 AND account_id = $2 AND kind = 'batch'`,
    [batchId, accountId],
  )
  const { rows: jobs } = await sql.query<VersionJob>(
    `SELECT id, url, spec->'supplied' AS supplied, finished_at IS NOT NULL AS "isOver" FROM job
     WHERE batch_id = $1 AND account_id = $2 AND spec->'supplied'->>'type' = 'version' ORDER BY batch_index`,
    [batchId, accountId],
  )
  const [batch, first] = [batches[0], jobs[0]]
  if (!batch || !first)
    throw new ApiError('NOT_FOUND', 'There is no such extraction of versions in this account.')
  if (batch.isExpired) throw new ApiError('JOB_EXPIRED', MESSAGES.resultsGone('batch'))
  const read = jobs.filter(({ isOver }) => isOver)
  const rows = await rowsOf(sql, read)
  return {
    extract_id: batchId,
    monitor_id: first.supplied.monitor_id,
    url: first.url,
    status: batch.isPending ? 'pending' : 'completed',
    rows: merge(rows),
    versions: {
      total: first.supplied.total,
      asked: jobs.length,
      read: read.length,
      failed: rows.filter(({ error }) => error !== undefined).length,
    },
    credits_used: toCredits(batch.costMicros),
    ...(batch.isPending && { poll_url: `${API_ROOT}/extract/${batchId}` }),
  }
}

async function rowsOf(sql: Queryable, jobs: readonly VersionJob[]): Promise<Row[]> {
  const rows: Row[] = []
  for (let at = 0; at < jobs.length; at += AT_ONCE) {
    const some = jobs.slice(at, at + AT_ONCE)
    const finished = await readFinishedJobs(
      sql,
      some.map(({ id }) => id),
    )
    for (const { id, supplied } of some) {
      const job = finished.get(id)
      const at = {
        checked_at: supplied.taken_at,
        last_checked_at: supplied.taken_at,
        versions: 1,
        job_id: id,
      }
      const error = job?.row.error?.message ?? (job?.page === undefined ? TOO_LARGE : undefined)
      rows.push(error === undefined ? { ...at, data: dataOf(job!.page!) } : { ...at, data: null, error })
      await nextTurn()
    }
  }
  return rows
}

const TOO_LARGE = 'Its result is too large to stand here: GET /jobs/{job_id} has it.'

function dataOf(page: string): unknown {
  const { extraction_result, filtered_content, content } = JSON.parse(page) as PageResult
  const formats = typeof content === 'object' && content !== null ? content : {}
  return extraction_result ?? filtered_content ?? ('json' in formats ? formats.json : null)
}

/** Rows one after the other that say the same are one. */
function merge(rows: readonly Row[]): Row[] {
  const merged: Row[] = []
  for (const row of rows) {
    const last = merged.at(-1)
    const isSame = last && !last.error && !row.error && isDeepStrictEqual(last.data, row.data)
    if (isSame) Object.assign(last, { last_checked_at: row.checked_at, versions: last.versions + 1 })
    else merged.push({ ...row })
  }
  return merged
}
