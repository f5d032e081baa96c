import { API_ROOT } from '@gleaner/contracts/api-root'
import { ApiError } from '@gleaner/contracts/errors'
import { type CommitUnknown, type Pool, retryWhileUnavailable } from '@gleaner/db'
import { withTimeout } from '@gleaner/runtime'
import type { JobsContext } from '../context.ts'
import { givenOneSql } from '../given-sql.ts'
import { stateAfter } from '../job-states.ts'
import type { NewJob } from './new-job.ts'
import { REQUESTED, requestedValues } from './requested-columns.ts'

/** How long the database is asked what became of a commit that it did not confirm. */
export const CONFIRM_MS = 10_000

const NOT_ACCEPTED = 'SERVICE_UNAVAILABLE'

/**
 * After a commit that was not confirmed: returns when the job was accepted. Throws SERVICE_UNAVAILABLE otherwise: that surely nothing
 * was accepted, or, when the database cannot be asked in time, that it is not known, with the job's id.
 */
export async function confirmAcceptance(
  ctx: Pick<JobsContext, 'pool'>,
  job: NewJob,
  cause: CommitUnknown,
  patienceMs: number = CONFIRM_MS,
): Promise<void> {
  const isVoid = await withTimeout('the search for the job', patienceMs, () =>
    retryWhileUnavailable(() => takeId(ctx.pool, job), patienceMs),
  ).catch((error: unknown) => {
    throw acceptanceUnknown(job.id, error)
  })
  if (!isVoid) return
  throw Object.assign(
    new ApiError(
      NOT_ACCEPTED,
      'The database broke off while the request was accepted; it surely was not, and nothing was charged. Repeat it in a moment.',
    ),
    { cause },
  )
}

/**
 * Takes the job's id for a job that was not accepted. True when that is what it stands for now: then the commit did not happen, and
 * one that is still under way will be refused for its id. A row of the same id that is not committed yet is waited for.
 */
async function takeId(pool: Pool, job: NewJob): Promise<boolean> {
  const message = 'The request was not accepted: the database broke off. Nothing was charged.'
  const columns = Object.keys(REQUESTED)
  await pool.query(
    `INSERT INTO job (${columns.join(', ')}, status, error, deadline_at, finished_at)
     SELECT ${columns.join(', ')}, ${stateAfter('void')}, $${columns.length + 1}::json, now(), now()
     FROM ${givenOneSql(REQUESTED)} AS given
     ON CONFLICT (id) DO NOTHING`,
    [...requestedValues(job), JSON.stringify({ code: NOT_ACCEPTED, message })],
  )
  return await hasEndedWith(pool, job.id, NOT_ACCEPTED)
}

/** Whether a job has failed with this error. Of those that our own repeats may have made before. */
export async function hasEndedWith(pool: Pool, jobId: string, code: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `SELECT FROM job WHERE id = $1 AND status = 'failed' AND error->>'code' = $2`,
    [jobId, code],
  )
  return rowCount === 1
}

/** The reply when it is not known whether a job is under way. */
export function acceptanceUnknown(jobId: string, cause: unknown): ApiError {
  const pollUrl = `${API_ROOT}/jobs/${jobId}`
  const error = new ApiError(
    NOT_ACCEPTED,
    `The database broke off while the request was accepted, and could not be asked since. It may have been accepted as job ${jobId}, and be charged: GET ${pollUrl} tells, and says JOB_NOT_FOUND when it was not. Look there before you repeat the request, or repeat it with the Idempotency-Key that it had.`,
    { job_id: jobId, poll_url: pollUrl },
  )
  return Object.assign(error, { cause })
}
