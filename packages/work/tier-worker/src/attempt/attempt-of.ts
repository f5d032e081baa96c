import type { Tier } from '@gleaner/contracts'
import type { FetchOutcome } from '@gleaner/http-tiers'
import type { Attempt } from '@gleaner/jobs'
import type { SessionUse } from '@gleaner/sessions'

/** An outcome as the job's row keeps it, and what it says of the session that was sent. */
export function attemptOf(
  tier: Tier,
  outcome: FetchOutcome,
  durationMs: number,
  session: SessionUse | undefined,
): Attempt {
  const common = { tier, durationMs: Math.round(durationMs), ...(session && { session }) }
  switch (outcome.kind) {
    case 'page':
      return { ...common, result: 'delivered' }
    case 'blocked':
      return {
        ...common,
        result: 'blocked',
        error: outcome.detail,
        wall: outcome.wall,
        mayHaveBeenSent: false,
      }
    case 'failed':
      return {
        ...common,
        result: outcome.reason,
        error: outcome.detail,
        mayHaveBeenSent: outcome.mayHaveBeenSent,
        ...(outcome.unreachable && { unreachable: true }),
      }
  }
}
