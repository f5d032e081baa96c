import type { Caller } from '@gleaner/accounts'
import { displayDollars } from '@gleaner/billing'
import { HEADERS } from '@gleaner/contracts'
import type { LimitState } from '@gleaner/rate-limits'
import type { Response } from 'express'

/** Below which balance, in micros, a reply warns of it. The lowest that fits holds. */
const BALANCE_WARNINGS = [
  { below: 1n, warning: 'exhausted' },
  { below: 100_000n, warning: 'critical' },
  { below: 500_000n, warning: 'low' },
] as const

/** The headers of every authenticated reply: what is left of the caller's limits, and of the balance before this request. */
export function tellLimits(response: Response, { balanceMicros }: Caller, state: LimitState): void {
  response.setHeader(HEADERS.rateLimit, state.requestsPerMinute)
  response.setHeader(HEADERS.rateLimitRemaining, state.remaining)
  response.setHeader(HEADERS.rateLimitReset, Math.ceil(state.fullAt.getTime() / 1000))
  response.setHeader(HEADERS.concurrencyLimit, state.concurrency)
  response.setHeader(HEADERS.concurrencyCurrent, state.current)
  response.setHeader(HEADERS.balance, displayDollars(balanceMicros))
  const low = BALANCE_WARNINGS.find(({ below }) => balanceMicros < below)
  if (low) response.setHeader(HEADERS.balanceWarning, low.warning)
}
