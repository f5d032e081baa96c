import { ENTERPRISE, SPEND_TIERS } from '@gleaner/billing'
import { MICROS_PER_CENT } from '@gleaner/contracts'
import type { TokensByBalance } from '@gleaner/outgoing-webhooks'

/** What the rates of webhooks grow with: the rate-limit tokens of each spend tier. */
export const TOKENS_BY_BALANCE: TokensByBalance = {
  tiers: SPEND_TIERS.map(({ minCents, requestsPerMinute }) => ({
    minMicros: minCents * MICROS_PER_CENT,
    tokens: requestsPerMinute,
  })),
  enterprise: ENTERPRISE.requestsPerMinute,
}
