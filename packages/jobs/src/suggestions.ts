import { TIER_NAMES, tierRank } from '@gleaner/contracts'
import type { JobRow } from './rows.ts'

/** What the caller could set to pay or wait less for the next page of this kind; undefined when nothing would help. */
export function suggestOptimization(row: JobRow): string | undefined {
  if (row.status !== 'completed' || row.cachedFrom) return undefined
  const failed = row.attempts.filter((attempt) => attempt.result !== 'delivered')
  if (failed.length > 0) {
    const lostMs = Math.round(failed.reduce((sum, attempt) => sum + attempt.durationMs, 0))
    return `Tier ${row.tier} (${TIER_NAMES[row.tier]}) delivered after ${failed.length} failed ${failed.length === 1 ? 'attempt' : 'attempts'} that took ${lostMs} ms; cost_controls.force_tier "${row.tier}" skips them for pages like this.`
  }
  const skippedCheaper = tierRank(row.tier) >= 4 && row.plan.options.length === 0 && row.mode !== 'js'
  if (skippedCheaper && row.plan.steps.length > 1) {
    return `The request started at tier ${row.tier}; without cost_controls.prefer_speed the cheaper tiers are tried first.`
  }
  return undefined
}

/** Present when the balance, not the request, kept higher tiers of the ladder from being available. */
export function tierCapWarning(row: JobRow): { tier_cap_warning?: string } {
  if (row.test) return {}
  const beyond = row.plan.steps.find((step) => step.priceMicros > row.holdMicros)
  if (!beyond) return {}
  return {
    tier_cap_warning: `The balance did not cover tier ${beyond.tier} when the request was accepted; only cheaper tiers were available to it.`,
  }
}
