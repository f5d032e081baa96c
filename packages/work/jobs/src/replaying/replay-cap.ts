import { TIER_PRICES } from '@gleaner/billing'
import { LADDER, type Tier, tierRank } from '@gleaner/contracts/tier'
import type { AttemptResult } from '../attempt.ts'
import type { EndedGroup } from './ended-group.ts'

/** Caps as `cost_controls` have them; money in micros. */
export interface Cap {
  maxTier: Tier
  maxMicros?: number | undefined
}

/** What would have become of jobs under a cap, of one job each. Only deliveries cost, so what would not be delivered costs nothing. */
export type Replayed =
  | { outcome: 'same'; costMicros: number }
  /** Every tier that the cap allows was tried, and did not deliver. */
  | { outcome: 'lost' }
  /** A tier that the cap allows was not tried: whether it delivers nobody knows. */
  | { outcome: 'unknown'; atMostMicros: number }
  | { outcome: 'failed' }

/** Results after which no other tier is tried. */
const FINAL: ReadonlySet<AttemptResult | null> = new Set<AttemptResult | null>([
  'unsupported',
  'not_allowed',
  'too_large',
  'resource_limit',
  'extraction_failed',
  'internal',
  null,
])

/** Replays what is known of jobs under another cap; a pure function. */
export function replayCap(group: EndedGroup, cap: Cap): Replayed {
  const { status, tier, costMicros, lastResult, unreachable } = group
  const isWithin = tierRank(tier) <= tierRank(cap.maxTier) && costMicros <= (cap.maxMicros ?? Infinity)
  if (status === 'completed' && isWithin) return { outcome: 'same', costMicros }
  const isHopeless = status === 'failed' && (unreachable || FINAL.has(lastResult))
  const untried = isHopeless ? [] : untriedTiers(group, cap)
  const dearest = untried.at(-1)
  if (dearest) return { outcome: 'unknown', atMostMicros: priceAt(dearest, group) }
  return { outcome: status === 'completed' ? 'lost' : 'failed' }
}

/** What the cap allows and nobody tried: of a delivery below its tier, of a failure above what was tried. */
function untriedTiers(group: EndedGroup, { maxTier, maxMicros = Infinity }: Cap): Tier[] {
  const highestTried = Math.max(...group.tried.map(tierRank))
  return LADDER.filter(
    (tier) =>
      tierRank(tier) <= tierRank(maxTier) &&
      priceAt(tier, group) <= maxMicros &&
      !group.tried.includes(tier) &&
      (group.status === 'completed' ? tierRank(tier) < tierRank(group.tier) : tierRank(tier) > highestTried),
  )
}

const priceAt = (tier: Tier, { optionMicros }: EndedGroup): number => TIER_PRICES[tier] + optionMicros
