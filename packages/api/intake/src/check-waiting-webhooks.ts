import type { Caller } from '@gleaner/accounts'
import { ApiError } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import { mostWaiting, readWaiting, type Waiting } from '@gleaner/outgoing-webhooks'
import { createFreshAnswers } from '@gleaner/runtime'

/** What waits of accounts' webhooks, as it was a moment ago. */
export interface WaitingWebhooks {
  read(accountId: string, most: number): Promise<Waiting>
}

/** Counting thousands of rows for each request would cost more than the few that come meanwhile. */
const FRESH_MS = 1_000
const MOST_ACCOUNTS = 1_000
/** A tenth of what may wait is delivered in this time. */
const RETRY_SECONDS = 60

export function createWaitingWebhooks(sql: Queryable): WaitingWebhooks {
  const known = createFreshAnswers<Waiting>({ freshMs: FRESH_MS, most: MOST_ACCOUNTS })
  return { read: (accountId, most) => known(accountId, () => readWaiting(sql, accountId, most)) }
}

/**
 * Refuses work that would be told so often that more of the account's webhooks wait than may: what is accepted is told whatever waits, so the
 * line must not grow faster than it is delivered. `items`: how many jobs the work is; a crawl counts as one. Throws RATE_LIMITED.
 */
export async function checkWaitingWebhooks(
  { waitingWebhooks }: { waitingWebhooks: WaitingWebhooks },
  { accountId, rateLimits }: Pick<Caller, 'accountId' | 'rateLimits'>,
  webhookUrl: string | undefined,
  items = 1,
): Promise<void> {
  const most = mostWaiting(rateLimits.requestsPerMinute)
  const { deliveries, endpoints } = await waitingWebhooks.read(accountId, most)
  const receivers = endpoints + (webhookUrl === undefined ? 0 : 1)
  if (receivers * items + deliveries <= most || receivers === 0) return
  const why =
    deliveries < most
      ? `${items} jobs for ${receivers} receivers are ${receivers * items} webhooks, and with those that wait already at most ${most} of this account may wait. Send fewer at once, or `
      : `${most} webhooks of this account wait to be delivered, as many as may. Work that adds to them is refused until fewer wait: `
  throw new ApiError(
    'RATE_LIMITED',
    `${why}switch off or mend receivers that fail (GET /webhooks), leave webhook_url out, or repeat the request later.`,
    { retry_after_seconds: RETRY_SECONDS },
  )
}
