import { cancelBatch } from '@gleaner/batches'
import { cancelCrawl } from '@gleaner/crawl/cancel-crawl'
import { eachAlone, stepsAlone } from '@gleaner/db'
import { endJobsOf, type JobsContext } from '@gleaner/jobs'

/** More than an account may have under way. */
const BATCHES_AT_ONCE = 50

/**
 * Cancels batches and crawls of an account that is deleted, and ends its open jobs: a bounded number of each, so that a request may do it.
 * Returns whether more may be open. May be repeated.
 */
export async function endWorkOf(
  ctx: Pick<JobsContext, 'pool' | 'pubSub' | 'logger'>,
  accountId: string,
): Promise<boolean> {
  const { rows } = await ctx.pool.query<{ id: string; kind: string }>(
    `SELECT id, kind FROM batch WHERE account_id = $1 AND finished_at IS NULL AND cancelled_at IS NULL
     ORDER BY account_id, id LIMIT ${BATCHES_AT_ONCE}`,
    [accountId],
  )
  let open = 0
  await stepsAlone(
    () =>
      eachAlone(rows, ({ id, kind }) => (kind === 'crawl' ? cancelCrawl : cancelBatch)(ctx, accountId, id)),
    async () => {
      open = await endJobsOf(ctx, accountId)
    },
  )
  return rows.length + open > 0
}
