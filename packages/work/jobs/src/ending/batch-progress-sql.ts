/**
 * Locks the batches that jobs are items of, in the order of their ids, before anything else of a statement that ends jobs: `batches` then
 * has their counts as they are now. `jobIds` is an SQL array, or a query. All statements lock a batch before its jobs, and these before balances.
 */
export function lockBatchesSql(jobIds: string): string {
  return `
  batches AS (
    SELECT id, succeeded, failed, cancelled, total, is_open, cost_micros, cancelled_at
    FROM batch WHERE id IN (SELECT batch_id FROM job WHERE id = ANY(${jobIds})) ORDER BY id FOR UPDATE
  )`
}

/**
 * SQL: the place in its batch's log of a job that a statement ends; null for a job of no batch. `ending` names its row, with its batch_id and
 * its `place` among those of its batch.
 */
export function batchSeqSql(ending: string): string {
  return `(SELECT succeeded + failed FROM batches WHERE batches.id = ${ending}.batch_id) + ${ending}.place`
}

interface CountsSql {
  succeeded: string
  failed: string
}

/**
 * SQL: the counts of a batch after a change, and what follows from them: its status, and the time of its end. One that is open does not end.
 * All columns of the check `batch_counts_add_up` are written from `batches`: where another statement has just changed the row, Postgres
 * checks its older version with these values first, and only then reads it anew.
 */
function progressSql({ succeeded, failed }: CountsSql): string {
  const isEnded = `${succeeded} + ${failed} + batches.cancelled = batches.total AND NOT batches.is_open`
  return `
      succeeded = ${succeeded}, failed = ${failed}, cancelled = batches.cancelled, total = batches.total, is_open = batches.is_open,
      finished_at = CASE WHEN ${isEnded} THEN now() END, status = CASE
    WHEN batches.cancelled_at IS NOT NULL THEN 'cancelled'
    WHEN NOT (${isEnded}) THEN 'processing'
    WHEN ${failed} = 0 THEN 'completed'
    WHEN ${succeeded} = 0 THEN 'failed'
    ELSE 'partially_failed' END`
}

/**
 * Counts jobs that end in their batches, in the same statement: no batch is ever left open with all its jobs ended. `ended` names a
 * relation of them with batch_id, status and cost_micros; `counted_batch` then has the batches as they are now.
 */
export function countInBatchSql(ended: string): string {
  const succeeded = 'batches.succeeded + n.succeeded'
  const failed = 'batches.failed + n.failed'
  return `
  counted_batch AS (
    UPDATE batch SET cost_micros = batches.cost_micros + n.cost_micros, ${progressSql({ succeeded, failed })}
    FROM batches JOIN (
      SELECT batch_id, count(*) FILTER (WHERE status = 'completed') AS succeeded, count(*) FILTER (WHERE status = 'failed') AS failed,
             sum(cost_micros) AS cost_micros
      FROM ${ended} GROUP BY batch_id
    ) AS n ON n.batch_id = batches.id
    WHERE batch.id = batches.id
    RETURNING batch.*
  )`
}

interface StopSql {
  batchId: string
  /** Relation of the items that end by this without having begun; absent: none do. */
  ended?: string
  /** Whether its caller has cancelled it. */
  isCancelled?: string
}

/**
 * Closes a batch, whose row the caller has locked: no items are added any more, and it ends with its last one. `counted_batch` then has it
 * as it is now.
 */
export function stopBatchSql({ batchId, ended, isCancelled = 'false' }: StopSql): string {
  const cancelled = ended ? `cancelled + (SELECT count(*) FROM ${ended})::int` : 'cancelled'
  const counts = { succeeded: 'batches.succeeded', failed: 'batches.failed' }
  return `
  batches AS (
    SELECT id, succeeded, failed, ${cancelled} AS cancelled, total, false AS is_open,
           CASE WHEN ${isCancelled} THEN now() ELSE cancelled_at END AS cancelled_at
    FROM batch WHERE id = ${batchId} AND finished_at IS NULL
  ), counted_batch AS (
    UPDATE batch SET cancelled_at = batches.cancelled_at, ${progressSql(counts)}
    FROM batches WHERE batch.id = batches.id
    RETURNING batch.*
  )`
}
