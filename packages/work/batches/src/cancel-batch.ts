import { type Queryable, transaction } from '@gleaner/db'
import { announceBatch, endWaitingItems, type JobsContext, WAKE, WAKE_CHANNEL } from '@gleaner/jobs'
import { cancelBatchDeliveries } from '@gleaner/outgoing-webhooks'

/**
 * Cancels a batch of an account: items that no worker has begun with end, their holds are given back, and its webhook is told nothing
 * more. Items at work end as usual. A batch that has ended, or is cancelled already, stays as it is. May be repeated.
 */
export async function cancelBatch(
  ctx: Pick<JobsContext, 'pool' | 'pubSub' | 'logger'>,
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
