import { readRateLimits } from '@gleaner/billing'
import type { Queryable } from '@gleaner/db'
import { mostWaiting, readWaiting } from '@gleaner/outgoing-webhooks'

/**
 * How many items of an account may be open so that no more of its webhooks wait than may: each that ends is told to all of its endpoints,
 * and a crawl makes items for a day.
 */
export async function roomForWebhooks(sql: Queryable, accountId: string): Promise<number> {
  const { requestsPerMinute } = await readRateLimits(sql, accountId)
  const most = mostWaiting(requestsPerMinute)
  const { deliveries, endpoints } = await readWaiting(sql, accountId, most)
  return endpoints === 0 ? Number.POSITIVE_INFINITY : Math.floor((most - deliveries) / endpoints)
}
