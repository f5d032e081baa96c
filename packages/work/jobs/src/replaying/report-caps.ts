import { fromCredits, toCredits } from '@gleaner/billing'
import type { UsageCaps } from '@gleaner/contracts'
import { LIMITS } from '@gleaner/contracts/limits'
import { LADDER, type LadderTier } from '@gleaner/contracts/tier'
import type { Queryable } from '@gleaner/db'
import { type EndedGroup, readEndedGroups } from './ended-group.ts'
import { replayCap } from './replay-cap.ts'

type CapRow = UsageCaps['caps'][number]

/** The reply of GET /usage/caps: what the jobs of a period came to, and what they would have under each `max_tier`. */
export async function reportCaps(
  db: Queryable,
  accountId: string,
  period: { start: Date; end: Date },
  maxCredits?: number,
): Promise<UsageCaps> {
  const most = LIMITS.usageCaps.jobs
  const groups = await readEndedGroups(db, accountId, period, most)
  const requests = sum(groups, (group) => group.requests)
  const delivered = groups.filter(({ status }) => status === 'completed')
  return {
    period: { start: period.start.toISOString(), end: period.end.toISOString() },
    requests,
    is_cut: requests === most,
    as_it_was: {
      delivered: sum(delivered, (group) => group.requests),
      failed: requests - sum(delivered, (group) => group.requests),
      credits: toCredits(sum(groups, (group) => group.requests * group.costMicros)),
    },
    caps: LADDER.map((maxTier) => replayAll(groups, maxTier, maxCredits)),
  }
}

function replayAll(groups: readonly EndedGroup[], maxTier: LadderTier, maxCredits?: number): CapRow {
  const counts = { delivered: 0, lost: 0, failed: 0, unknown: 0 }
  let costMicros = 0
  let atMostMicros = 0
  for (const group of groups) {
    const replayed = replayCap(group, {
      maxTier,
      ...(maxCredits !== undefined && { maxMicros: fromCredits(maxCredits) }),
    })
    counts[replayed.outcome === 'same' ? 'delivered' : replayed.outcome] += group.requests
    if (replayed.outcome === 'same') costMicros += group.requests * replayed.costMicros
    if (replayed.outcome === 'unknown') atMostMicros += group.requests * replayed.atMostMicros
  }
  return {
    max_tier: maxTier,
    ...counts,
    credits: toCredits(costMicros),
    unknown_credits_at_most: toCredits(atMostMicros),
  }
}

const sum = (groups: readonly EndedGroup[], of: (group: EndedGroup) => number): number =>
  groups.reduce((total, group) => total + of(group), 0)
