import { giveBackManySql, SETTLED_COLUMNS } from '@gleaner/billing'
import { type Queryable, storableJson, transaction } from '@gleaner/db'
import {
  allows,
  announceBatch,
  type JobError,
  type JobsContext,
  stateAfter,
  stopBatchSql,
  WAKE,
  WAKE_CHANNEL,
} from '@gleaner/jobs'
import { cancelBatchDeliveries, queueDeliveriesSql } from '@gleaner/outgoing-webhooks'

/**
 * Cancels a batch of an account: items that no worker has begun with end, their holds are given back, and its webhook is told nothing
 * more. Items at work end as usual. A batch that has ended, or is cancelled already, stays as it is. May be repeated.
 */
export async function cancelBatch(
  ctx: Pick<JobsContext, 'pool' | 'pubSub'>,
  accountId: string,
  batchId: string,
): Promise<void> {
  const isCancelled = await transaction(ctx.pool, (sql) => cancelBatchIn(sql, accountId, batchId))
  if (isCancelled) announceStopped(ctx, accountId, batchId)
}

/** The same in the caller's transaction; `announceStopped` is due after its commit. False when there was nothing to cancel. */
export async function cancelBatchIn(sql: Queryable, accountId: string, batchId: string): Promise<boolean> {
  // The statements after this one see what was committed before it; no item of the batch can end meanwhile.
  const { rows } = await sql.query<{ kind: string }>(
    'SELECT kind FROM batch WHERE id = $1 AND account_id = $2 AND finished_at IS NULL AND cancelled_at IS NULL FOR UPDATE',
    [batchId, accountId],
  )
  const open = rows[0]
  if (!open) return false
  await endWaitingItems(sql, batchId, {
    isCancelled: true,
    message: `The ${open.kind} was cancelled before this item was worked on; nothing was charged.`,
  })
  await cancelBatchDeliveries(sql, batchId)
  return true
}

/** Tells all whom it concerns that waiting items of a batch have ended. */
export function announceStopped(ctx: Pick<JobsContext, 'pubSub'>, accountId: string, batchId: string): void {
  announceBatch(ctx, { id: batchId, accountId })
  // Their places are free for other items, and the batch may have ended by this.
  ctx.pubSub.publish(WAKE_CHANNEL, WAKE.admission, accountId)
  ctx.pubSub.publish(WAKE_CHANNEL, WAKE.webhooks, '')
}

/**
 * Ends all items of a batch that no worker has begun with, and closes it; the caller's transaction has locked its row. `isCancelled`: its
 * caller wanted that.
 */
export async function endWaitingItems(
  sql: Queryable,
  batchId: string,
  { message, isCancelled }: { message: string; isCancelled: boolean },
): Promise<void> {
  const error: JobError = { code: 'CANCELLED', message }
  await sql.query({
    name: 'end-waiting-items',
    text: END_WAITING_ITEMS,
    values: [batchId, storableJson(error), isCancelled],
  })
}

/**
 * Cancelled items have no place in the batch's log, and no events: they are no results. The end of the batch is told to the account's
 * endpoints. Locks as everywhere: the batch, its jobs in the order of their ids, the balance.
 */
const END_WAITING_ITEMS = `
  WITH waiting AS (
    SELECT id FROM job WHERE batch_id = $1 AND ${allows('cancel')} ORDER BY id FOR NO KEY UPDATE
  ), done AS (
    UPDATE job SET status = ${stateAfter('cancel')}, error = $2, finished_at = now(), lease_until = NULL, secrets = NULL
    FROM waiting WHERE job.id = waiting.id
    RETURNING job.*
  ), given_back AS (
    SELECT ${SETTLED_COLUMNS} FROM done AS job
  ), ${giveBackManySql('given_back')}, ${stopBatchSql({ batchId: '$1', ended: 'done', isCancelled: '$3' })}, no_job AS (
    SELECT * FROM done WHERE false
  ), ${queueDeliveriesSql({ jobs: 'no_job', batches: 'counted_batch' })}
  SELECT`
