import type { Tier } from '@gleaner/contracts'
import type { Attempt } from './attempt.ts'
import type { ClaimedJob } from './claim-job.ts'
import type { JobsContext } from './context.ts'
import type { JobError } from './escalation.ts'
import { type FinishedJob, JOB_COLUMNS, type JobRow } from './rows.ts'

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
  ctx: JobsContext,
  job: ClaimedJob,
  delivery: Delivery,
): Promise<FinishedJob | undefined> {
  const { rows } = await ctx.pool.query<{ finishedAt: Date }>({
    name: 'complete-job',
    text: `
      WITH done AS (
        UPDATE job SET status = 'completed', attempts = attempts || $3::jsonb, cost_micros = $4,
          delivered_mode = $5, status_code = $6, size_bytes = $7, finished_at = now(), lease_until = NULL,
          secrets = NULL
        WHERE id = $1 AND fence = $2 AND status = 'running'
        RETURNING id, account_id, hold_micros, cost_micros, finished_at
      ), stored AS (
        INSERT INTO job_page (job_id, page) SELECT id, $8 FROM done
      ), ${settleMoney('done')}
      SELECT finished_at AS "finishedAt" FROM done`,
    values: [
      job.id,
      job.fence,
      JSON.stringify([delivery.attempt]),
      delivery.costMicros,
      delivery.deliveredMode,
      delivery.statusCode,
      delivery.sizeBytes,
      delivery.page,
    ],
  })
  return rows[0] && { row: completedRow(job, delivery, rows[0].finishedAt), page: delivery.page }
}

/** What the statement has made of the row: the fence proves that nobody changed it since the claim. */
function completedRow(job: ClaimedJob, delivery: Delivery, finishedAt: Date): JobRow {
  const { spec: _spec, secrets: _secrets, fence: _fence, lostLeases: _lostLeases, ...row } = job
  return {
    ...row,
    status: 'completed',
    attempts: [...job.attempts, delivery.attempt],
    costMicros: delivery.costMicros,
    sizeBytes: delivery.sizeBytes,
    finishedAt,
  }
}

/** Ends a claimed job without a result, in one commit; the whole hold is released. As `completeJob` otherwise. */
export async function failJob(
  ctx: JobsContext,
  job: Pick<ClaimedJob, 'id' | 'fence'>,
  error: JobError,
  attempt?: Attempt,
): Promise<FinishedJob | undefined> {
  const { rows } = await ctx.pool.query<JobRow>({
    name: 'fail-job',
    text: `
      WITH done AS (
        UPDATE job SET status = 'failed', attempts = attempts || $3::jsonb, error = $4, finished_at = now(),
          lease_until = NULL, secrets = NULL
        WHERE id = $1 AND fence = $2 AND finished_at IS NULL
        RETURNING job.*
      ), ${settleMoney('done')}
      SELECT ${JOB_COLUMNS} FROM done AS job`,
    values: [job.id, job.fence, JSON.stringify(attempt ? [attempt] : []), JSON.stringify(error)],
  })
  return rows[0] && { row: rows[0] }
}

/**
 * Takes back a job that no worker has claimed yet: it never reached its queue. Undefined when a worker has it after
 * all, which then answers as usual.
 */
export async function withdrawJob(
  ctx: JobsContext,
  jobId: string,
  error: JobError,
): Promise<FinishedJob | undefined> {
  return await failJob(ctx, { id: jobId, fence: 0 }, error)
}

/** Notes a failed attempt and moves the job to its next tier. False when the claim was lost meanwhile. */
export async function escalateJob(
  ctx: JobsContext,
  job: ClaimedJob,
  attempt: Attempt,
  next: Tier,
): Promise<boolean> {
  const { rowCount } = await ctx.pool.query({
    name: 'escalate-job',
    text: `
      UPDATE job SET attempts = attempts || $3::jsonb, tier = $4, lease_until = NULL, queued_at = now()
      FROM set_config('synchronous_commit', 'off', true)
      WHERE id = $1 AND fence = $2 AND status = 'running'`,
    values: [job.id, job.fence, JSON.stringify([attempt]), next],
  })
  return rowCount === 1
}

/** The money side of an ending: entries with a unique key per job and kind, and the running balance beside them. */
function settleMoney(done: string): string {
  return `
      entries AS (
        INSERT INTO ledger_entry (account_id, job_id, kind, debit_book, credit_book, amount_micros)
        SELECT d.account_id, d.id, e.kind, 'held', e.book, e.amount
        FROM ${done} AS d CROSS JOIN LATERAL (
          VALUES ('capture', 'revenue', d.cost_micros), ('release', 'available', d.hold_micros - d.cost_micros)
        ) AS e(kind, book, amount)
        WHERE e.amount > 0
      ), settled AS (
        UPDATE balance SET held_micros = held_micros - d.hold_micros,
          available_micros = available_micros + d.hold_micros - d.cost_micros
        FROM ${done} AS d WHERE balance.account_id = d.account_id AND d.hold_micros > 0
      )`
}
