import type { Queryable } from '@gleaner/db'
import { announceEnd } from './announce.ts'
import type { JobsContext } from './context.ts'
import type { JobError } from './escalation.ts'
import { failJob } from './settle-job.ts'

const BATCH = 500

const DELETED: JobError = {
  code: 'FORBIDDEN',
  message: 'The account was deleted while this request was under way.',
}

/**
 * Ends the open jobs of an account that is deleted: their holds are released, who waits for them is told, and what a worker brings
 * later is thrown away.
 */
export async function endJobsOf(
  ctx: Pick<JobsContext, 'pool' | 'pubSub'>,
  accountId: string,
): Promise<number> {
  let ended = 0
  for (let size = BATCH; size === BATCH; ) {
    const { rows } = await ctx.pool.query<{ id: string; fence: number }>(
      `SELECT id, fence FROM job WHERE account_id = $1 AND finished_at IS NULL LIMIT ${BATCH}`,
      [accountId],
    )
    size = rows.length
    const failed = await Promise.all(rows.map((job) => failJob(ctx, job, DELETED)))
    for (const job of failed) {
      if (!job) continue
      ended++
      announceEnd(ctx, job)
    }
  }
  return ended
}

/**
 * Deletes the ended jobs and the batches of an account with their pages, some at a time. The files that their pages link to are told to `forgetFiles`
 * first, by the keys under which they are stored.
 */
export async function deleteJobsOf(
  db: Queryable,
  accountId: string,
  forgetFiles: (keys: string[]) => Promise<void>,
): Promise<number> {
  let deleted = 0
  for (let size = BATCH; size === BATCH; deleted += size) {
    const { rows } = await db.query<{ id: string; files: string[] }>(
      `SELECT id, ARRAY(
         SELECT DISTINCT file[1] FROM job_page, regexp_matches(page, '(' || id || '/[a-z0-9-]+\\.(?:png|pdf))', 'g') AS file
         WHERE job_id = job.id AND created_at > now() - interval '2 days'
       ) AS files
       FROM job WHERE account_id = $1 AND finished_at IS NOT NULL LIMIT ${BATCH}`,
      [accountId],
    )
    size = rows.length
    await forgetFiles(rows.flatMap(({ files }) => files))
    await db.query('DELETE FROM job WHERE id = ANY($1)', [rows.map(({ id }) => id)])
  }
  await db.query('DELETE FROM batch WHERE account_id = $1', [accountId])
  return deleted
}
