import { announceStopped, cancelBatchIn } from '@gleaner/batches'
import { transaction } from '@gleaner/db'
import { type JobsContext, WAKE, WAKE_CHANNEL } from '@gleaner/jobs'

/**
 * Cancels a crawl of an account: no more pages are taken on, those that no worker has begun with end, and those at work end as usual; what is asked of its site beside them is broken off. One
 * that has ended, or is cancelled already, stays as it is. May be repeated.
 */
export async function cancelCrawl(
  ctx: Pick<JobsContext, 'pool' | 'pubSub' | 'logger'>,
  accountId: string,
  crawlId: string,
): Promise<void> {
  const isCancelled = await transaction(ctx.pool, async (sql) => {
    // A driver that adds pages to it holds this row, and finds it ended afterwards.
    await sql.query('SELECT FROM crawl WHERE id = $1 AND account_id = $2 FOR NO KEY UPDATE', [
      crawlId,
      accountId,
    ])
    if (!(await cancelBatchIn(sql, accountId, crawlId))) return false
    await sql.query(
      `UPDATE crawl SET phase = 'ended', end_reason = 'cancelled', paused_reason = NULL, secrets = NULL
       WHERE id = $1 AND account_id = $2 AND phase <> 'ended'`,
      [crawlId, accountId],
    )
    return true
  })
  if (!isCancelled) return
  announceStopped(ctx, accountId, crawlId)
  // What asks its site lets go.
  ctx.pubSub.publish(WAKE_CHANNEL, WAKE.endedCrawls, crawlId)
}
