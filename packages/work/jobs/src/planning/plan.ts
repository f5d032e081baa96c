import {
  fromCredits,
  OPTION_PRICES,
  type PricedOption,
  priceOf,
  requestedOptions,
  toCredits,
} from '@gleaner/billing'
import type { Billing } from '@gleaner/contracts'
import { ApiError } from '@gleaner/contracts/errors'
import { asksForRendering } from '@gleaner/contracts/schemas/scrape/rules'
import { LADDER, type Tier, tierRank } from '@gleaner/contracts/tier'
import type { ScrapeSpec } from '../spec.ts'
import type { KnownHost } from './domain-memory.ts'

/** A tier that a job may try, and what it costs with the asked options if it delivers, in micros. */
export interface Step {
  tier: Tier
  priceMicros: number
}

/**
 * How a job may be fetched, and what it costs: the tiers in order, cheapest first. Made once, when the job is accepted; a
 * change of prices concerns jobs that are accepted after it.
 */
export interface Plan {
  steps: Step[]
  /** The priced options that were asked for. */
  options: PricedOption[]
  /** Price of each of them; absent in plans of a version that did not write it down. */
  optionMicros?: Partial<Record<PricedOption, number>>
  /** Price of the dearest tier with these options, which savings are measured by; absent likewise. */
  dearestMicros?: number
  /** `max_credits` took tiers away from the end of the ladder. */
  cutByBudget: boolean
  /** `force_tier` names the only step. */
  forced?: boolean
  /** The tier that delivers most pages of the host, when this service knows it well. */
  usualTier?: Tier | undefined
  /** It begins below the tier that it prefers, to see whether a cheaper one delivers by now. */
  probes?: true
}

const DEFAULT_MAX_TIER = '4'
const FAIL_FAST_MAX_TIER = '2'
const SPEED_FIRST_TIER = '4'
const DEAREST_TIER = '5'
/** Whose workers read what was not fetched. */
const SUPPLIED_TIER = '1'
/** The highest tier without a browser. */
const HTML_MAX_TIER = '3'
/** Share of the requests with `prefer_known` that begin at the bottom all the same: a site may have become easier. */
const PROBED_SHARE = 1 / 20

/**
 * Plans an accepted request; throws BUDGET_EXCEEDED when `max_credits` does not pay even its first tier. `host`: what is
 * known of the site; `chance`, 0 to 1, decides whether the request is one of those that try what is below it.
 */
export function makePlan(spec: ScrapeSpec, host?: KnownHost, chance = Math.random()): Plan {
  const options = requestedOptions({
    ...spec.advanced,
    extraction_prompt: spec.extraction_prompt !== undefined,
    summary: spec.formats?.includes('summary'),
    parse: spec.parse,
    extract: spec.extract,
  })
  if (spec.supplied) return planOfSupplied(spec, options)
  const preferred = spec.cost_controls.prefer_known ? host?.startTier : undefined
  const probes = preferred !== undefined && chance < PROBED_SHARE
  const all = allowedTiers(spec, probes ? undefined : preferred).map((tier) => ({
    tier,
    priceMicros: priceOf(tier, options),
  }))
  const steps = withinBudget(all, spec.cost_controls)
  return {
    steps,
    options,
    optionMicros: Object.fromEntries(options.map((option) => [option, OPTION_PRICES[option]])),
    dearestMicros: priceOf(DEAREST_TIER, options),
    cutByBudget: steps.length < all.length,
    ...(host && { usualTier: host.usualTier }),
    ...(probes && { probes }),
    ...(spec.cost_controls.force_tier && { forced: true }),
  }
}

/** Nothing is fetched, so that only the options are paid. */
function planOfSupplied({ cost_controls }: ScrapeSpec, options: PricedOption[]): Plan {
  const priceMicros = options.reduce((sum, option) => sum + OPTION_PRICES[option], 0)
  return {
    steps: withinBudget([{ tier: SUPPLIED_TIER, priceMicros }], cost_controls),
    options,
    optionMicros: Object.fromEntries(options.map((option) => [option, OPTION_PRICES[option]])),
    dearestMicros: priceMicros,
    cutByBudget: false,
    forced: true,
  }
}

/** The same ways at no price, so that nothing is held, charged or saved. */
export function freePlan(plan: Plan): Plan {
  const steps = plan.steps.map(({ tier }) => ({ tier, priceMicros: 0 }))
  return { ...plan, steps, optionMicros: {}, dearestMicros: 0 }
}

/** What a delivery by `tier` costs in micros: the step's price without the options that it does not hold. */
export function costOf(plan: Plan, tier: Tier, delivered: readonly PricedOption[]): number {
  const { priceMicros } = plan.steps.find((step) => step.tier === tier)!
  const missing = plan.options.filter((option) => !delivered.includes(option))
  const notDue = missing.reduce((sum, option) => sum + optionPrice(plan, option), 0)
  return Math.max(0, priceMicros - notDue)
}

/** What a cost in micros is below the price of the dearest tier with the same options. */
export function savingsOf(plan: Plan, costMicros: number): number {
  return (plan.dearestMicros ?? priceOf(DEAREST_TIER, plan.options)) - costMicros
}

function optionPrice(plan: Plan, option: PricedOption): number {
  return plan.optionMicros?.[option] ?? OPTION_PRICES[option]
}

function withinBudget(steps: Step[], { max_credits, max_cost }: ScrapeSpec['cost_controls']): Step[] {
  const maxCredits = max_credits ?? max_cost
  if (maxCredits === undefined) return steps
  const affordable = steps.filter((step) => step.priceMicros <= fromCredits(maxCredits))
  if (affordable.length === 0) throw budgetExceeded(steps[0]!, maxCredits)
  return affordable
}

function allowedTiers(spec: ScrapeSpec, known: Tier | undefined): Tier[] {
  const { force_tier, max_tier, fail_fast, prefer_speed } = spec.cost_controls
  if (force_tier) return [force_tier]

  const limits: Tier[] = [max_tier ?? DEFAULT_MAX_TIER]
  if (fail_fast) limits.push(FAIL_FAST_MAX_TIER)
  // Browsers follow redirects by themselves.
  if (spec.mode === 'html' || spec.advanced.follow_redirects === false) limits.push(HTML_MAX_TIER)
  const highest = limits.reduce(lower)
  const wanted = asksForRendering(spec)
    ? SPEED_FIRST_TIER
    : (known ?? (prefer_speed ? SPEED_FIRST_TIER : '1'))
  // A preference for speed yields to the caller's own limit; a need for rendering was checked against it before.
  const first = lower(wanted, highest)
  return LADDER.filter((tier) => tierRank(tier) >= tierRank(first) && tierRank(tier) <= tierRank(highest))
}

function lower(a: Tier, b: Tier): Tier {
  return tierRank(a) <= tierRank(b) ? a : b
}

const NOTHING_BILLED: Billing = {
  total_credits: 0,
  total_cost: 0,
  tier_used: '',
  escalations: [],
  savings: 0,
  cost_dollars: 0,
  final_cost_microcents: 0,
  byop_applied: false,
}

function budgetExceeded(first: Step, maxCredits: number): ApiError {
  const needed = toCredits(first.priceMicros)
  return new ApiError(
    'BUDGET_EXCEEDED',
    `cost_controls.max_credits is ${maxCredits}, but tier ${first.tier} with the asked options costs ${needed} credits; raise max_credits or ask for less`,
    {
      needed_credits: needed,
      max_credits: maxCredits,
      billing: NOTHING_BILLED,
    },
  )
}
