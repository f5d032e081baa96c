import type { ErrorCode, Method } from '@gleaner/contracts'
import { LIMITS } from '@gleaner/contracts/limits'
import { BROWSER_TIERS, type Tier } from '@gleaner/contracts/tier'
import type { Attempt, AttemptResult } from '../attempt.ts'
import { hintOn, needsBrowser } from './obstacles.ts'
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
  /** One tier at a time, whatever the last one met. */
  prefersCost: boolean
  deadlineAt: Date
  now: Date
}

/** What follows the newest attempt. The only place that decides it; a pure function. */
export function decideNext(situation: Situation): NextMove {
  const { attempts, method, deadlineAt, now } = situation
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
    return failed(
      `The request's timeout passed. ${summarize(attempts)} For a target that is slow set a longer timeout, up to ${LIMITS.timeoutSeconds.max} seconds.`,
    )
  }
  if (last.unreachable) return failed(`${summarize(attempts)} Another tier would meet the same.`)
  // The target itself is failing: one more tier is tried, a third would only repeat it.
  if (TARGETS_FAULTS.has(last.result) && TARGETS_FAULTS.has(attempts.at(-2)?.result)) {
    return failed(`${summarize(attempts)} The fault is at the target: ask again later.`)
  }
  return climb(situation)
}

/** To the next tier that may help, where the hold pays it. */
function climb(situation: Situation): NextMove {
  const { attempts, holdMicros } = situation
  const next = nextStep(situation)
  if (!next) return outOfTiers(situation)
  const { tier, priceMicros } = next
  if (priceMicros > holdMicros) {
    return failed(
      `${summarize(attempts)} Tier ${tier} was not tried: the balance did not cover it when the request was accepted.`,
    )
  }
  if (BROWSER_TIERS.has(tier) && attempts.some(({ result }) => result === 'broken_body')) {
    return failed(
      `${summarize(attempts)} Tier ${tier} was not tried: a browser does not notice that the body is broken, and would deliver a part of it.`,
    )
  }
  return { kind: 'escalate', tier }
}

/** The next step of the ladder; the first one with a browser after what only a browser may get past, once. */
function nextStep({ plan, attempts, prefersCost }: Situation): Step | undefined {
  const last = attempts.at(-1)!
  const above = plan.steps.slice(plan.steps.findIndex(({ tier }) => tier === last.tier) + 1)
  if (!needsBrowser(last)) return above[0]
  if (BROWSER_TIERS.has(last.tier)) return undefined
  return prefersCost ? above[0] : above.find(({ tier }) => BROWSER_TIERS.has(tier))
}

function outOfTiers({ plan, attempts }: Situation): NextMove {
  const last = attempts.at(-1)!
  const wantsMore = !needsBrowser(last) || !BROWSER_TIERS.has(last.tier)
  if (plan.cutByBudget && wantsMore) {
    return giveUp(
      'BUDGET_EXCEEDED',
      `${summarize(attempts)} The next tier costs more than cost_controls.max_credits allows; raise it to go on.`,
    )
  }
  return failed([summarize(attempts), hintOn(last)].filter(Boolean).join(' '))
}

function failed(message: string): NextMove {
  return giveUp('ALL_TIERS_FAILED', message)
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
