import type { ResetPeriod } from '@gleaner/contracts'
import { ApiError } from '@gleaner/contracts/errors'
import { toCredits } from '../money.ts'
import { resetsAt } from './reset-period.ts'

/** A limit that applied to a refused request, as `spend` has it; numbers of Postgres's JSON. */
export interface AppliedLimit {
  owner_id: string
  budget_micros: number | null
  request_limit: number | null
  reset_period: ResetPeriod
  period_start: string
  used_micros: number
  held_micros: number
  requests: number
}

/** Requests that end give back what they do not use: how soon a request that only they keep out may be tried again. */
const AFTER_HELD_SECONDS = 5

/** SPEND_LIMIT_EXCEEDED for the first limit that leaves no room for `priceMicros`; undefined when all of them do. */
export function limitExceeded(
  limits: readonly AppliedLimit[],
  accountId: string,
  priceMicros: number,
  now: Date,
): ApiError | undefined {
  for (const limit of limits) {
    const reason = reasonOf(limit, priceMicros)
    if (!reason) continue
    const whose = limit.owner_id === accountId ? 'account' : 'api_key'
    const resets = resetsAt(limit.reset_period, new Date(limit.period_start))
    const remedy = reason.isHeld
      ? 'Requests under way hold the rest: repeat this one when they have ended.'
      : `It resets at ${resets.toISOString()}; until then raise it, or remove it.`
    const retryAfter = reason.isHeld
      ? AFTER_HELD_SECONDS
      : Math.ceil((resets.getTime() - now.getTime()) / 1000)
    return new ApiError(
      'SPEND_LIMIT_EXCEEDED',
      `The ${limit.reset_period} ${reason.what} of this ${NAMES[whose]} does not leave room for this request. ${remedy}`,
      {
        scope: whose,
        limit: reason.limit,
        ...reason.figures,
        reset_period: limit.reset_period,
        resets_at: resets.toISOString(),
        retry_after_seconds: Math.max(1, retryAfter),
      },
    )
  }
  return undefined
}

const NAMES = { account: 'account', api_key: 'API key' } as const

function reasonOf(limit: AppliedLimit, priceMicros: number) {
  const { budget_micros: budget, request_limit: most, used_micros: used, held_micros: held } = limit
  if (most !== null && limit.requests >= most) {
    const figures = { request_limit: most, requests: limit.requests }
    return { limit: 'requests', what: `limit of ${most} requests`, figures, isHeld: false }
  }
  if (budget === null || priceMicros <= budget - used - held) return undefined
  const figures = {
    budget_limit_credits: toCredits(budget),
    used_credits: toCredits(used),
    held_credits: toCredits(held),
    needed_credits: toCredits(priceMicros),
  }
  const what = `budget of ${toCredits(budget)} credits`
  return { limit: 'budget', what, figures, isHeld: priceMicros <= budget - used }
}
