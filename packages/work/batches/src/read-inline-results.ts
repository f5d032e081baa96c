import { LIMITS, RETENTION } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import { presentResult, readFinishedJobs } from '@gleaner/jobs'

/**
 * The results of the first items of a batch, as JSON texts by job id: as many as come to 4 MB together. A page that is large by itself is
 * left out, and those after it are not.
 */
export async function readInlineResults(db: Queryable, batchId: string): Promise<Map<string, string>> {
  const { rows } = await db.query<{ id: string }>({
    name: 'choose-inline-results',
    text: CHOOSE,
    values: [batchId, LIMITS.batchInlineResults],
  })
  const jobs = await readFinishedJobs(
    db,
    rows.map(({ id }) => id),
  )
  return new Map(
    [...jobs].flatMap(([id, job]) => (job.page === undefined ? [] : [[id, presentResult(job)] as const])),
  )
}

/** Sizes are known without unfolding pages. A page above a quarter of the room is left out. */
const CHOOSE = `
  SELECT id FROM (
    SELECT job.id, batch_index, sum(octet_length(page)) OVER (ORDER BY batch_index) AS upto
    FROM job JOIN job_page ON job_page.job_id = COALESCE(job.cached_from, job.id)
    WHERE batch_id = $1 AND job.status = 'completed' AND job.finished_at > now() - ${RETENTION.resultMs} * interval '1 millisecond'
      AND octet_length(page) <= $2 / 4
  ) AS sized WHERE upto <= $2 ORDER BY batch_index`
