import type { Tier } from '@gleaner/contracts'
import { storableJson } from '@gleaner/db'
import type { Attempt } from '../attempt.ts'
import { batchedStatement } from '../batched-statement.ts'
import type { JobsContext } from '../context.ts'
import { givenManySql, parametersOf } from '../given-sql.ts'
import { allows } from '../job-states.ts'
import type { ClaimedJob } from './claim-job.ts'

/**
 * Notes a failed attempt and moves the job to its next tier. False when the claim was lost meanwhile. May be repeated: a
 * move that was made and whose answer was lost is found.
 */
export async function escalateJob(
  ctx: Pick<JobsContext, 'pool'>,
  job: ClaimedJob,
  attempt: Attempt,
  next: Tier,
): Promise<boolean> {
  const { id: jobId, fence, tier } = job
  const moved = await escalating(ctx.pool, { jobId, fence, tier, attempt, next })
  return moved !== undefined || (await hasMovedTo(ctx, job, next))
}

async function hasMovedTo(ctx: Pick<JobsContext, 'pool'>, job: ClaimedJob, tier: Tier): Promise<boolean> {
  const { rowCount } = await ctx.pool.query(
    `SELECT FROM job WHERE id = $1 AND fence = $2 AND tier = $3 AND ${allows('escalate')}`,
    [job.id, job.fence, tier],
  )
  return rowCount === 1
}

interface Escalation {
  jobId: string
  fence: number
  tier: Tier
  attempt: Attempt
  next: Tier
}

const escalating = batchedStatement<Escalation, { id: string }>(async (pool, calls) => {
  const values = calls.map(({ jobId, fence, tier, attempt, next }) => [
    jobId,
    fence,
    tier,
    storableJson([attempt]),
    next,
  ])
  const { rows } = await pool.query<{ id: string }>({
    name: 'escalate-job',
    text: ESCALATE_JOBS,
    values: parametersOf('many', values),
  })
  return new Map(rows.map((row) => [row.id, row]))
})

const ESCALATE_JOBS = `
  WITH locked AS (
    SELECT given.*
    FROM ${givenManySql({ id: 'uuid', fence: 'int', tier: 'text', attempts: 'jsonb', next: 'text' })} AS given
    JOIN job ON job.id = given.id AND job.fence = given.fence AND job.tier = given.tier
    WHERE ${allows('escalate')} ORDER BY job.id FOR NO KEY UPDATE OF job
  )
  UPDATE job SET attempts = job.attempts || locked.attempts, tier = locked.next, lease_until = NULL, queued_at = now()
  FROM locked, set_config('synchronous_commit', 'off', true)
  WHERE job.id = locked.id
  RETURNING job.id`
