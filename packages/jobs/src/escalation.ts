import { BROWSER_TIERS, type ErrorCode, type Method, type Tier } from '@gleaner/contracts'
import type { Attempt, AttemptResult } from './attempt.ts'
import type { Plan, Step } from './plan.ts'

export interface JobError {
  code: ErrorCode
  message: string
  details?: Record<string, unknown>
}

export type NextMove =
  | { kind: 'finish' }
  | { kind: 'escalate'; tier: Tier }
  | { kind: 'give-up'; error: JobError }

/** Results that no other tier would change, and what they tell the caller. */
const FINAL_RESULTS: Partial<Record<AttemptResult, ErrorCode>> = {
  unsupported: 'UNSUPPORTED_CONTENT_TYPE',
  not_allowed: 'URL_NOT_ALLOWED',
  too_large: 'ALL_TIERS_FAILED',
  resource_limit: 'RESOURCE_LIMIT_EXCEEDED',
}

const TARGETS_FAULTS: ReadonlySet<AttemptResult | undefined> = new Set(['server_error', 'broken_body'])

export interface Situation {
  plan: Plan
  /** What the account's hold pays for; steps above it are not started. */
  holdMicros: number
  attempts: readonly Attempt[]
  method: Method
  deadlineAt: Date
  now: Date
}

/** What follows the newest attempt. The only place that decides it; a pure function. */
export function decideNext(situation: Situation): NextMove {
  const { plan, attempts, method, deadlineAt, now } = situation
  const last = attempts.at(-1)!
  if (last.result === 'delivered') return { kind: 'finish' }

  const final = FINAL_RESULTS[last.result]
  if (final) return giveUp(final, last.error ?? last.result)
  if (method !== 'GET' && last.mayHaveBeenSent) {
    return giveUp(
      'OUTCOME_UNKNOWN',
      `Tier ${last.tier} failed (${describe(last)}) after the ${method} request may have reached the target; it is not sent twice. Check the target before you repeat it.`,
    )
  }
  if (now >= deadlineAt) {
    return giveUp('ALL_TIERS_FAILED', `The request's timeout passed. ${summarize(attempts)}`)
  }

  const next = stepAfter(plan, last.tier)
  if (!next) return outOfTiers(situation)
  if (next.priceMicros > situation.holdMicros) {
    return giveUp(
      'ALL_TIERS_FAILED',
      `${summarize(attempts)} Tier ${next.tier} was not tried: the balance did not cover it when the request was accepted.`,
    )
  }
  // The target itself is failing: one more tier is tried, a third would only repeat it.
  if (TARGETS_FAULTS.has(last.result) && TARGETS_FAULTS.has(attempts.at(-2)?.result)) {
    return giveUp('ALL_TIERS_FAILED', summarize(attempts))
  }
  if (BROWSER_TIERS.has(next.tier) && attempts.some(({ result }) => result === 'broken_body')) {
    return giveUp(
      'ALL_TIERS_FAILED',
      `${summarize(attempts)} Tier ${next.tier} was not tried: a browser does not notice that the body is broken, and would deliver a part of it.`,
    )
  }
  return { kind: 'escalate', tier: next.tier }
}

function outOfTiers({ plan, attempts }: Situation): NextMove {
  if (plan.cutByBudget) {
    return giveUp(
      'BUDGET_EXCEEDED',
      `${summarize(attempts)} The next tier costs more than cost_controls.max_credits allows; raise it to go on.`,
    )
  }
  return giveUp('ALL_TIERS_FAILED', `${summarize(attempts)}${hint(attempts.at(-1)!)}`)
}

/** Tier 5 is only tried on request, as it costs five times tier 4: callers who need it are told how to ask. */
function hint({ tier, result }: Attempt): string {
  if (tier !== '4' || result !== 'blocked') return ''
  return ' Tier 5 works on challenges; allow it with cost_controls.max_tier "5".'
}

function stepAfter(plan: Plan, tier: Tier): Step | undefined {
  const index = plan.steps.findIndex((step) => step.tier === tier)
  return plan.steps[index + 1]
}

function giveUp(code: ErrorCode, message: string): NextMove {
  return { kind: 'give-up', error: { code, message } }
}

function summarize(attempts: readonly Attempt[]): string {
  const tries = attempts.map((attempt) => `tier ${attempt.tier}: ${describe(attempt)}`).join('; ')
  return `No tier delivered the page (${tries}).`
}

function describe(attempt: Attempt): string {
  return attempt.error ?? attempt.result.replaceAll('_', ' ')
}
