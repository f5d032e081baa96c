import type { Caller } from '@gleaner/accounts'
import { ApiError } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import { mostWaiting, readWaiting, type Waiting } from '@gleaner/outgoing-webhooks'

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
  const known = new Map<string, { until: number; waiting: Promise<Waiting> }>()
  return {
    read(accountId, most) {
      const now = performance.now()
      const before = known.get(accountId)
      if (before && before.until > now) return before.waiting
      const waiting = readWaiting(sql, accountId, most)
      known.delete(accountId)
      known.set(accountId, { until: now + FRESH_MS, waiting })
      if (known.size > MOST_ACCOUNTS) known.delete(known.keys().next().value!)
      waiting.catch(() => known.delete(accountId))
      return waiting
    },
  }
}

/**
 * Refuses work that would be told while as much of the account's webhooks waits as may: what is accepted is told whatever waits, so the
 * line must not grow faster than it is delivered. Throws RATE_LIMITED.
 */
export async function checkWaitingWebhooks(
  { waitingWebhooks }: { waitingWebhooks: WaitingWebhooks },
  { accountId, rateLimits }: Pick<Caller, 'accountId' | 'rateLimits'>,
  webhookUrl: string | undefined,
): Promise<void> {
  const most = mostWaiting(rateLimits.requestsPerMinute)
  const { deliveries, hasEndpoints } = await waitingWebhooks.read(accountId, most)
  if (deliveries < most || !(hasEndpoints || webhookUrl !== undefined)) return
  throw new ApiError(
    'RATE_LIMITED',
    `${most} webhooks of this account wait to be delivered, as many as may. Work that adds to them is refused until fewer wait: switch off or mend receivers that fail (GET /webhooks), leave webhook_url out, or repeat the request later.`,
    { retry_after_seconds: RETRY_SECONDS },
  )
}
