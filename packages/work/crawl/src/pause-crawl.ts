import { type JobsContext, WAKE, WAKE_CHANNEL } from '@gleaner/jobs'

type Context = Pick<JobsContext, 'pool' | 'pubSub'>

/**
 * Pauses a crawl of an account: no page is begun until it is resumed, those at work end as usual. One that has ended, or is paused already, stays as it is.
 * May be repeated.
 */
export async function pauseCrawl({ pool }: Context, accountId: string, crawlId: string): Promise<void> {
  await pool.query({
    name: 'pause-crawl',
    text: `UPDATE crawl SET paused_reason = 'caller' WHERE id = $1 AND account_id = $2 AND phase <> 'ended'`,
    values: [crawlId, accountId],
  })
}

/** Lets a crawl go on that was paused; another one stays as it is. May be repeated. */
export async function resumeCrawl(
  { pool, pubSub }: Context,
  accountId: string,
  crawlId: string,
): Promise<void> {
  await pool.query({
    name: 'resume-crawl',
    text: `UPDATE crawl SET paused_reason = NULL, next_at = now() WHERE id = $1 AND account_id = $2 AND paused_reason = 'caller'`,
    values: [crawlId, accountId],
  })
  pubSub.publish(WAKE_CHANNEL, WAKE.crawls, crawlId)
  pubSub.publish(WAKE_CHANNEL, WAKE.admission, accountId)
}
