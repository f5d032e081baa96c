import type { Tier } from '@gleaner/contracts'
import type { FetchOutcome } from '@gleaner/fetch-engine'
import type { Attempt } from '@gleaner/jobs'

/** An outcome as the job's row keeps it. */
export function attemptOf(tier: Tier, outcome: FetchOutcome, durationMs: number): Attempt {
  const common = { tier, durationMs: Math.round(durationMs) }
  switch (outcome.kind) {
    case 'page':
      return { ...common, result: 'delivered' }
    case 'blocked':
      return { ...common, result: 'blocked', error: outcome.detail, mayHaveBeenSent: false }
    case 'failed':
      return {
        ...common,
        result: outcome.reason,
        error: outcome.detail,
        mayHaveBeenSent: outcome.mayHaveBeenSent,
      }
  }
}
