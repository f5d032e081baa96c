import { eachAlone, type Purged, type Queryable, type Stuck, takeApart } from '@gleaner/db'
import { JOB_FILE } from '@gleaner/storage/job-files'
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
  ctx: Pick<JobsContext, 'pool' | 'pubSub' | 'logger'>,
  accountId: string,
): Promise<number> {
  const { rows } = await ctx.pool.query<{ id: string; fence: number }>(
    `SELECT id, fence FROM job WHERE account_id = $1 AND finished_at IS NULL ORDER BY account_id, id LIMIT ${ENDED_AT_ONCE}`,
    [accountId],
  )
  const end = async (job: (typeof rows)[0]) => {
    const ended = await failJob(ctx, job, DELETED)
    if (ended) announceEnd(ctx, ended)
  }
  await eachAlone(rows, end, rows.length)
  return rows.length
}

/** Ended jobs of an account from a time on, the oldest first, each kind by its index. */
const NEXT_ENDED = ['NOT test', 'test']
  .map(
    (kind) => `(
      SELECT id, finished_at FROM job
      WHERE account_id = $1 AND finished_at IS NOT NULL AND finished_at >= $2::timestamptz AND id <> ALL($3::uuid[]) AND ${kind} ORDER BY account_id, finished_at LIMIT ${DELETED_AT_ONCE})`,
  )
  .join(' UNION ALL ')

const NEXT_WITH_FILES = `
  SELECT id, finished_at::text AS "finishedAt", ARRAY(
    SELECT DISTINCT file[1] FROM job_page, regexp_matches(page, '(' || id || '/${JOB_FILE})', 'g') AS file
    WHERE job_id = next.id AND created_at > now() - interval '2 days'
  ) AS files
  FROM (SELECT * FROM (${NEXT_ENDED}) AS ended ORDER BY finished_at LIMIT ${DELETED_AT_ONCE}) AS next ORDER BY finished_at`

interface DeletedJob {
  id: string
  finishedAt: string
  files: string[]
}

/** Then it is no fault of single ones. */
const MOST_STUCK = 1_000

/**
 * Deletes the ended jobs of an account with their pages, slice by slice, until none is left or the moment `endAt` has passed. The files
 * that their pages link to are told to `forgetFiles` first, by the keys under which they are stored. Jobs that cannot go keep no others.
 */
export async function deleteJobsOf(
  db: Queryable,
  accountId: string,
  forgetFiles: (keys: string[]) => Promise<void>,
  endAt: number,
): Promise<Purged> {
  let deleted = 0
  const stuck: Stuck<DeletedJob>[] = []
  const forget = async (jobs: readonly DeletedJob[]) => {
    await forgetFiles(jobs.flatMap(({ files }) => files))
    await db.query('DELETE FROM job WHERE id = ANY($1)', [jobs.map(({ id }) => id)])
    deleted += jobs.length
  }
  const purged = (isDone: boolean) => ({
    rows: deleted,
    isDone,
    ...(stuck.length > 0 && { faults: stuck.map(({ fault }) => fault) }),
  })
  for (let last = '-infinity'; stuck.length < MOST_STUCK; ) {
    const { rows } = await db.query<DeletedJob>(NEXT_WITH_FILES, [
      accountId,
      last,
      stuck.map(({ item }) => item.id),
    ])
    if (rows.length === 0) return purged(true)
    stuck.push(...(await takeApart(rows, forget)))
    last = rows.at(-1)!.finishedAt
    if (Date.now() >= endAt) return purged(false)
  }
  return purged(true)
}
