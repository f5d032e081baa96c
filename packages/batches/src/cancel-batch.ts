import { giveBackManySql } from '@gleaner/billing'
import { type Queryable, storableJson, transaction } from '@gleaner/db'
import {
  allows,
  announceBatch,
  type JobError,
  type JobsContext,
  stateAfter,
  WAKE,
  WAKE_CHANNEL,
} from '@gleaner/jobs'
import { cancelBatchDeliveries, queueDeliveriesSql } from '@gleaner/outgoing-webhooks'

const CANCELLED: JobError = {
  code: 'CANCELLED',
  message: 'The batch was cancelled before this item was worked on; nothing was charged.',
}

/**
 * Cancels a batch of an account: items that no worker has begun with end, their holds are given back, and its webhook is told nothing
 * more. Items at work end as usual. A batch that has ended, or is cancelled already, stays as it is. May be repeated.
 */
export async function cancelBatch(
  ctx: Pick<JobsContext, 'pool' | 'pubSub'>,
  accountId: string,
  batchId: string,
): Promise<void> {
  const isCancelled = await transaction(ctx.pool, async (sql) => {
    // The statements after this one see what was committed before it; no item of the batch can end meanwhile.
    const open = await sql.query(
      'SELECT FROM batch WHERE id = $1 AND account_id = $2 AND finished_at IS NULL AND cancelled_at IS NULL FOR UPDATE',
      [batchId, accountId],
    )
    if (open.rowCount === 0) return false
    await cancelItems(sql, batchId)
    await cancelBatchDeliveries(sql, batchId)
    return true
  })
  if (!isCancelled) return
  announceBatch(ctx, { id: batchId, accountId })
  // Their places are free for other items, and the batch may have ended by this.
  ctx.pubSub.publish(WAKE_CHANNEL, WAKE.admission, accountId)
  ctx.pubSub.publish(WAKE_CHANNEL, WAKE.webhooks, '')
}

async function cancelItems(sql: Queryable, batchId: string): Promise<void> {
  await sql.query({
    name: 'cancel-batch',
    text: CANCEL_ITEMS,
    values: [batchId, storableJson(CANCELLED)],
  })
}

const ENDED = 'batch.succeeded + batch.failed + batch.cancelled + n.items'

/**
 * Cancelled items have no place in the batch's log, and no events: they are no results. The end of the batch is told to the account's
 * endpoints. Locks as everywhere: the batch, its jobs in the order of their ids, the balance.
 */
const CANCEL_ITEMS = `
  WITH waiting AS (
    SELECT id FROM job WHERE batch_id = $1 AND ${allows('cancel')} ORDER BY id FOR NO KEY UPDATE
  ), done AS (
    UPDATE job SET status = ${stateAfter('cancel')}, error = $2, finished_at = now(), lease_until = NULL, secrets = NULL
    FROM waiting WHERE job.id = waiting.id AND ${allows('cancel')}
    RETURNING job.*
  ), ${giveBackManySql('done')}, counted AS (
    UPDATE batch SET cancelled = batch.cancelled + n.items, cancelled_at = now(), status = 'cancelled',
      finished_at = CASE WHEN ${ENDED} = batch.total THEN now() END
    FROM (SELECT count(*)::int AS items FROM done) AS n
    WHERE batch.id = $1
    RETURNING batch.*
  ), no_job AS (
    SELECT * FROM done WHERE false
  ), ${queueDeliveriesSql({ jobs: 'no_job', batches: 'counted' })}
  SELECT`
