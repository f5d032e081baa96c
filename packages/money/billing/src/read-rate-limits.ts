import type { Queryable } from '@gleaner/db'
import { toCents } from './money.ts'
import { type RateLimits, rateLimitsOf, spendTierOf } from './spend-tier.ts'

interface Row {
  money: bigint
  enterprise: boolean
  requestsPerMinute: number | null
  concurrentRequests: number | null
}

/** What an account may ask for at this moment, where no request of it is at hand. */
export async function readRateLimits(db: Queryable, accountId: string): Promise<RateLimits> {
  const { rows } = await db.query<Row>({
    name: 'read-rate-limits',
    text: `
      SELECT available_micros + held_micros AS money, enterprise, requests_per_minute AS "requestsPerMinute",
             concurrent_requests AS "concurrentRequests"
      FROM account JOIN balance ON account_id = account.id WHERE account.id = $1`,
    values: [accountId],
  })
  const { money, enterprise, ...own } = rows[0]!
  return rateLimitsOf(spendTierOf(toCents(money), enterprise), own)
}
