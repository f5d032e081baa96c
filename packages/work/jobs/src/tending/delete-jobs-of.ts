import type { Purged, Queryable } from '@gleaner/db'
import type { JobsContext } from '../context.ts'
import { announceEnd } from '../ending/announce.ts'
import { failJob } from '../ending/settle-job.ts'
import type { JobError } from '../planning/escalation.ts'

/** Jobs that are ended together, and that are deleted together: of the latter, pages are searched for the names of files. */
const ENDED_AT_ONCE = 500
const DELETED_AT_ONCE = 100

const DELETED: JobError = {
  code: 'FORBIDDEN',
  message: 'The account was deleted while this request was under way.',
}

/**
 * Ends up to 500 open jobs of an account that is deleted: their holds are released, who waits for them is told, and what a worker brings
 * later is thrown away. Returns how many open ones it found.
 */
export async function endJobsOf(
  ctx: Pick<JobsContext, 'pool' | 'pubSub'>,
  accountId: string,
): Promise<number> {
  const { rows } = await ctx.pool.query<{ id: string; fence: number }>(
    `SELECT id, fence FROM job WHERE account_id = $1 AND finished_at IS NULL ORDER BY account_id, id LIMIT ${ENDED_AT_ONCE}`,
    [accountId],
  )
  const ended = await Promise.all(rows.map((job) => failJob(ctx, job, DELETED)))
  for (const job of ended) if (job) announceEnd(ctx, job)
  return rows.length
}

/** Ended jobs of an account from a time on, the oldest first, each kind by its index. */
const NEXT_ENDED = ['NOT test', 'test']
  .map(
    (kind) => `(
      SELECT id, finished_at FROM job
      WHERE account_id = $1 AND finished_at IS NOT NULL AND finished_at >= $2::timestamptz AND ${kind} ORDER BY account_id, finished_at LIMIT ${DELETED_AT_ONCE})`,
  )
  .join(' UNION ALL ')

const NEXT_WITH_FILES = `
  SELECT id, finished_at::text AS "finishedAt", ARRAY(
    SELECT DISTINCT file[1] FROM job_page, regexp_matches(page, '(' || id || '/[a-z0-9-]+\\.(?:png|pdf))', 'g') AS file
    WHERE job_id = next.id AND created_at > now() - interval '2 days'
  ) AS files
  FROM (SELECT * FROM (${NEXT_ENDED}) AS ended ORDER BY finished_at LIMIT ${DELETED_AT_ONCE}) AS next ORDER BY finished_at`

/**
 * Deletes the ended jobs of an account with their pages, slice by slice, until none is left or the moment `endAt` has passed. The files
 * that their pages link to are told to `forgetFiles` first, by the keys under which they are stored.
 */
export async function deleteJobsOf(
  db: Queryable,
  accountId: string,
  forgetFiles: (keys: string[]) => Promise<void>,
  endAt: number,
): Promise<Purged> {
  let deleted = 0
  for (let last = '-infinity'; ; ) {
    const { rows } = await db.query<{ id: string; finishedAt: string; files: string[] }>(NEXT_WITH_FILES, [
      accountId,
      last,
    ])
    if (rows.length === 0) return { rows: deleted, isDone: true }
    await forgetFiles(rows.flatMap(({ files }) => files))
    await db.query('DELETE FROM job WHERE id = ANY($1)', [rows.map(({ id }) => id)])
    deleted += rows.length
    last = rows.at(-1)!.finishedAt
    if (Date.now() >= endAt) return { rows: deleted, isDone: false }
  }
}
