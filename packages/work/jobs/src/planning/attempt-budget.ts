import type { Tier } from '@gleaner/contracts'
import type { Plan } from './plan.ts'

/**
 * How the time that is left is shared between the tiers still to come. Tier 1 gets the largest share of the usual
 * ladder: a page that is merely slow is to be delivered by it, and not to cost 20 times as much in a browser.
 */
const TIME_WEIGHTS: Record<Tier, number> = { '1': 5, '2': 1, '3': 1, '3.5': 3, '4': 3, '5': 6 }

/**
 * Milliseconds that an attempt at `tier` may take, so that the tiers after it keep their share of the one deadline.
 * The last tier may use all that is left.
 */
export function attemptBudgetMs(plan: Plan, tier: Tier, remainingMs: number): number {
  const index = plan.steps.findIndex((step) => step.tier === tier)
  const total = plan.steps.slice(index).reduce((sum, step) => sum + TIME_WEIGHTS[step.tier], 0)
  return Math.max(1, Math.round((remainingMs * TIME_WEIGHTS[tier]) / total))
}
