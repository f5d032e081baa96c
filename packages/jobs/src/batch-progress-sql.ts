/**
 * Locks the batches that jobs are items of, in the order of their ids, before anything else of a statement that ends jobs: `batches` then
 * has their counts as they are now. `jobIds` is an SQL array, or a query. All statements lock a batch before its jobs, and these before balances.
 */
export function lockBatchesSql(jobIds: string): string {
  return `
  batches AS (
    SELECT id, succeeded, failed, cancelled, total, cost_micros, cancelled_at
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

/** The status of a batch, in SQL over its counts after a change. */
function statusSql({ succeeded, failed, ended }: Record<'succeeded' | 'failed' | 'ended', string>): string {
  return `CASE
    WHEN batches.cancelled_at IS NOT NULL THEN 'cancelled'
    WHEN ${ended} < batches.total THEN 'processing'
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
  const all = `${succeeded} + ${failed} + batches.cancelled`
  return `
  counted_batch AS (
    UPDATE batch SET succeeded = ${succeeded}, failed = ${failed}, cost_micros = batches.cost_micros + n.cost_micros,
      status = ${statusSql({ succeeded, failed, ended: all })},
      finished_at = CASE WHEN ${all} = batches.total THEN now() END
    FROM batches JOIN (
      SELECT batch_id, count(*) FILTER (WHERE status = 'completed') AS succeeded, count(*) FILTER (WHERE status = 'failed') AS failed,
             sum(cost_micros) AS cost_micros
      FROM ${ended} GROUP BY batch_id
    ) AS n ON n.batch_id = batches.id
    WHERE batch.id = batches.id
    RETURNING batch.*
  )`
}
