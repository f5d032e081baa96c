import type { TierCapWarning } from '@gleaner/contracts'
import { TIER_NAMES, type Tier, tierRank } from '@gleaner/contracts/tier'
import type { Attempt } from '../attempt.ts'
import type { JobRow } from '../rows.ts'

/** What the caller could set to pay or wait less for the next page of this kind; undefined when nothing would help. */
export function suggestOptimization(row: JobRow): string | undefined {
  if (row.status !== 'completed' || row.cachedFrom) return undefined
  const failed = row.attempts.filter((attempt) => attempt.result !== 'delivered')
  if (failed.length > 0) return afterFailures(row, failed)
  const skippedCheaper = tierRank(row.tier) >= 4 && row.plan.options.length === 0 && row.mode !== 'js'
  if (skippedCheaper && row.plan.steps.length > 1) {
    return `The request started at tier ${row.tier}; without cost_controls.prefer_speed the cheaper tiers are tried first.`
  }
  return undefined
}

function afterFailures({ tier, plan }: JobRow, failed: readonly Attempt[]): string | undefined {
  const lostMs = Math.round(failed.reduce((sum, attempt) => sum + attempt.durationMs, 0))
  const lost = `${failed.length} failed ${failed.length === 1 ? 'attempt' : 'attempts'} that took ${lostMs} ms`
  const delivered = `Tier ${tier} (${TIER_NAMES[tier]})`
  if (plan.usualTier !== tier) {
    return `${delivered} delivered after ${lost}; cost_controls.force_tier "${tier}" skips them for pages like this.`
  }
  if (plan.probes) return undefined
  return `${delivered}, which delivers most pages of this host, did so after ${lost}; cost_controls.prefer_known begins with it and saves them.`
}

/** Present when the request's limit, or the balance, lies below the tier that delivers most pages of the host. */
export function tierCapWarning(row: JobRow): { tier_cap_warning?: TierCapWarning } {
  const { usualTier, forced } = row.plan
  // An answer from the cache tried no tier.
  if (row.test || row.cachedFrom || usualTier === undefined) return {}
  const highest = highestPaid(row)
  if (tierRank(usualTier) <= tierRank(highest)) return {}
  const cap = forced ? { your_force_tier: highest } : { your_max_tier: highest }
  return { tier_cap_warning: { domain_min_tier: usualTier, ...cap } }
}

/** The highest tier that the balance paid when the request was accepted. */
function highestPaid({ plan, holdMicros }: JobRow): Tier {
  return (plan.steps.findLast((step) => step.priceMicros <= holdMicros) ?? plan.steps[0]!).tier
}

/** What there is to say of a request whose hold is lower than what its highest tier costs. */
export function balanceWarning({ plan, holdMicros, test }: JobRow): string | undefined {
  const beyond = plan.steps.find((step) => step.priceMicros > holdMicros)
  return beyond && !test
    ? `The balance did not cover tier ${beyond.tier} when the page was asked for; only cheaper tiers were available to it.`
    : undefined
}
