import { askedOptions, fromCredits, type PricedOption, priceOf, toCredits } from '@gleaner/billing'
import { ApiError, asksForRendering, LADDER, type Tier, tierRank } from '@gleaner/contracts'
import type { ScrapeSpec } from './spec.ts'

/** A tier that a job may try, and what it costs with the asked options if it delivers, in micros. */
export interface Step {
  tier: Tier
  priceMicros: number
}

/** How a job may be fetched: the tiers in order, cheapest first. Made once, when the job is accepted. */
export interface Plan {
  steps: Step[]
  options: PricedOption[]
  /** `max_credits` took tiers away from the end of the ladder. */
  cutByBudget: boolean
  /** The tier that delivers most pages of the host, when this service knows it well. */
  usualTier?: Tier | undefined
}

const DEFAULT_MAX_TIER = '4'
const FAIL_FAST_MAX_TIER = '2'
const SPEED_FIRST_TIER = '4'

/** Plans an accepted request; throws BUDGET_EXCEEDED when `max_credits` does not pay even its first tier. */
export function makePlan(spec: ScrapeSpec): Plan {
  const options = askedOptions(spec.advanced)
  const steps = allowedTiers(spec).map((tier) => ({ tier, priceMicros: priceOf(tier, options) }))

  const maxCredits = spec.cost_controls.max_credits ?? spec.cost_controls.max_cost
  if (maxCredits === undefined) return { steps, options, cutByBudget: false }

  const affordable = steps.filter((step) => step.priceMicros <= fromCredits(maxCredits))
  if (affordable.length === 0) throw budgetExceeded(steps[0]!, maxCredits)
  return { steps: affordable, options, cutByBudget: affordable.length < steps.length }
}

function allowedTiers(spec: ScrapeSpec): Tier[] {
  const { force_tier, max_tier, fail_fast, prefer_speed } = spec.cost_controls
  if (force_tier) return [force_tier]

  const highest = fail_fast
    ? lower(max_tier ?? FAIL_FAST_MAX_TIER, FAIL_FAST_MAX_TIER)
    : (max_tier ?? DEFAULT_MAX_TIER)
  const wanted = prefer_speed || asksForRendering(spec) ? SPEED_FIRST_TIER : '1'
  // A preference for speed yields to the caller's own limit; a need for rendering was checked against it before.
  const first = lower(wanted, highest)
  return LADDER.filter((tier) => tierRank(tier) >= tierRank(first) && tierRank(tier) <= tierRank(highest))
}

function lower(a: Tier, b: Tier): Tier {
  return tierRank(a) <= tierRank(b) ? a : b
}

function budgetExceeded(first: Step, maxCredits: number): ApiError {
  const needed = toCredits(first.priceMicros)
  return new ApiError(
    'BUDGET_EXCEEDED',
    `cost_controls.max_credits is ${maxCredits}, but tier ${first.tier} with the asked options costs ${needed} credits; raise max_credits or ask for less`,
    {
      needed_credits: needed,
      max_credits: maxCredits,
      billing: { total_credits: 0, total_cost: 0, tier_used: '', escalations: [], savings: 0 },
    },
  )
}
