import { chargeSql, giveBackSql, SETTLED_COLUMNS, settleSql } from '@gleaner/billing'
import type { Tier } from '@gleaner/contracts'
import { storableJson } from '@gleaner/db'
import { queueDeliveriesSql } from '@gleaner/outgoing-webhooks'
import type { Attempt } from './attempt.ts'
import { countInBatchSql, lockBatchesSql, NEXT_BATCH_SEQ } from './batch-progress-sql.ts'
import type { ClaimedJob } from './claim-job.ts'
import { hasEndedWith } from './confirm-acceptance.ts'
import type { JobsContext } from './context.ts'
import type { JobError } from './escalation.ts'
import { allows, stateAfter } from './job-states.ts'
import { type FinishedJob, JOB_COLUMNS, type JobRow, jobRowOf } from './rows.ts'

/** What a delivered attempt leaves behind. */
export interface Delivery {
  attempt: Attempt
  costMicros: number
  deliveredMode: 'html' | 'js' | 'pdf' | 'ocr'
  statusCode: number
  sizeBytes: number
  /** The page part of the result, as JSON text. */
  page: string
}

/**
 * Ends a job in one statement, so in one commit: its state, its result, and its money (the true cost captured, the
 * rest of the hold released). The guard on fence and state lets exactly one worker through, once; the others get
 * undefined, and their work is thrown away.
 */
export async function completeJob(
  ctx: Pick<JobsContext, 'pool'>,
  job: ClaimedJob,
  delivery: Delivery,
): Promise<FinishedJob | undefined> {
  const { rows } = await ctx.pool.query<{ finishedAt: Date; costMicros: number; deliveries: number }>({
    name: 'complete-job',
    text: COMPLETE_JOB,
    values: [
      job.id,
      job.fence,
      storableJson([delivery.attempt]),
      delivery.costMicros,
      delivery.deliveredMode,
      delivery.statusCode,
      delivery.sizeBytes,
      delivery.page,
    ],
  })
  if (!rows[0]) return undefined
  const { deliveries, ...ended } = rows[0]
  return { row: { ...completedRow(job, delivery), ...ended }, page: delivery.page, deliveries }
}

/** What the statement has made of the row: the fence proves that nobody changed it since the claim. */
function completedRow(job: ClaimedJob, { attempt, sizeBytes }: Delivery): JobRow {
  return { ...jobRowOf(job), status: 'completed', attempts: [...job.attempts, attempt], sizeBytes }
}

/** Ends a claimed job without a result, in one commit; the whole hold is released. As `completeJob` otherwise. */
export async function failJob(
  ctx: Pick<JobsContext, 'pool'>,
  job: Pick<ClaimedJob, 'id' | 'fence'>,
  error: JobError,
  attempt?: Attempt,
): Promise<FinishedJob | undefined> {
  const { rows } = await ctx.pool.query<JobRow & { deliveries: number }>({
    name: 'fail-job',
    text: FAIL_JOB,
    values: [job.id, storableJson(attempt ? [attempt] : []), storableJson(error), job.fence],
  })
  if (!rows[0]) return undefined
  const { deliveries, ...row } = rows[0]
  return { row, deliveries }
}

/**
 * Takes back a job that no worker has claimed yet, because it never reached its queue, and frees its idempotency key in the
 * same commit. False when a worker has it after all, which then answers as usual. May be repeated.
 */
export async function withdrawJob(
  ctx: Pick<JobsContext, 'pool'>,
  jobId: string,
  error: JobError,
): Promise<boolean> {
  const { rowCount } = await ctx.pool.query({
    name: 'withdraw-job',
    text: WITHDRAW_JOB,
    values: [jobId, '[]', storableJson(error)],
  })
  return rowCount === 1 || (await hasEndedWith(ctx.pool, jobId, error.code))
}

/** The state of an ending: `done` is the row of job $1, with attempts $2 and error $3. */
function endWithoutPage(transition: 'fail' | 'withdraw', guard = 'true', set = ''): string {
  return `
      done AS (
        UPDATE job SET status = ${stateAfter(transition)}, attempts = attempts || $2::jsonb, error = $3,
          finished_at = now(), lease_until = NULL, secrets = NULL${set}
        WHERE id = $1 AND ${guard} AND ${allows(transition)}
        RETURNING job.*
      )`
}

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
  const { rowCount } = await ctx.pool.query({
    name: 'escalate-job',
    text: ESCALATE_JOB,
    values: [job.id, job.fence, storableJson([attempt]), next, job.tier],
  })
  return rowCount === 1 || (await hasMovedTo(ctx, job, next))
}

async function hasMovedTo(ctx: Pick<JobsContext, 'pool'>, job: ClaimedJob, tier: Tier): Promise<boolean> {
  const { rowCount } = await ctx.pool.query(
    `SELECT FROM job WHERE id = $1 AND fence = $2 AND tier = $3 AND ${allows('escalate')}`,
    [job.id, job.fence, tier],
  )
  return rowCount === 1
}

const LOCK_BATCH = lockBatchesSql('ARRAY[$1::uuid]')

/** Counts an ended job in its batch, and writes down who has to be told. */
function tellSql(ended: string): string {
  return `${countInBatchSql(ended)}, ${queueDeliveriesSql({ jobs: ended, batches: 'counted_batch' })}`
}

/** What counting, settling and telling need to know of a job that has ended. */
const ENDED_COLUMNS = `${SETTLED_COLUMNS}, job.batch_id, job.webhook_url`

const DELIVERIES = '(SELECT count(*)::int FROM queued_delivery) AS deliveries'

const COMPLETE_JOB = `
  WITH ${LOCK_BATCH}, done AS (
    UPDATE job SET status = ${stateAfter('complete')}, attempts = attempts || $3::jsonb, cost_micros = ${chargeSql('$4')},
      delivered_mode = $5, status_code = $6, size_bytes = $7, finished_at = now(), lease_until = NULL,
      secrets = NULL, batch_seq = ${NEXT_BATCH_SEQ}
    WHERE id = $1 AND fence = $2 AND ${allows('complete')}
    RETURNING ${ENDED_COLUMNS}
  ), stored AS (
    INSERT INTO job_page (job_id, page) SELECT id, $8 FROM done
  ), ${settleSql('done')}, ${tellSql('done')}
  SELECT finished_at AS "finishedAt", cost_micros::float8 AS "costMicros", ${DELIVERIES} FROM done`

const FAIL_JOB = `
  WITH ${LOCK_BATCH}, ${endWithoutPage('fail', 'fence = $4', `, batch_seq = ${NEXT_BATCH_SEQ}`)}, ${settleSql('done')}, ${tellSql('done')}
  SELECT ${JOB_COLUMNS}, ${DELIVERIES} FROM done AS job`

const WITHDRAW_JOB = `
  WITH ${endWithoutPage('withdraw')}, ${giveBackSql('done')}, freed AS (
    DELETE FROM idempotency_key AS key USING done WHERE key.account_id = done.account_id AND key.job_id = done.id
  )
  SELECT FROM done`

const ESCALATE_JOB = `
  UPDATE job SET attempts = attempts || $3::jsonb, tier = $4, lease_until = NULL, queued_at = now()
  FROM set_config('synchronous_commit', 'off', true)
  WHERE id = $1 AND fence = $2 AND tier = $5 AND ${allows('escalate')}`
