import { TIER_NAMES, tierRank } from '@gleaner/contracts'
import type { Attempt } from './attempt.ts'
import type { JobRow } from './rows.ts'

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

/** Present when a limit kept tiers away that the page may need: the balance, or the request against experience. */
export function tierCapWarning(row: JobRow): { tier_cap_warning?: string } {
  // An answer from the cache held no money and tried no tier.
  if (row.test || row.cachedFrom) return {}
  const warning = cappedByBalance(row) ?? cappedBelowUsual(row)
  return warning === undefined ? {} : { tier_cap_warning: warning }
}

function cappedByBalance({ plan, holdMicros }: JobRow): string | undefined {
  const beyond = plan.steps.find((step) => step.priceMicros > holdMicros)
  return (
    beyond &&
    `The balance did not cover tier ${beyond.tier} when the request was accepted; only cheaper tiers were available to it.`
  )
}

function cappedBelowUsual({ plan }: JobRow): string | undefined {
  const highest = plan.steps.at(-1)!.tier
  if (plan.usualTier === undefined || tierRank(plan.usualTier) <= tierRank(highest)) return undefined
  return `Most pages of this host are delivered by tier ${plan.usualTier}; the request allows tier ${highest} at most, and may miss content that needs more.`
}
