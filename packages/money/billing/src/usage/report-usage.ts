import type { Usage } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import { readTotals } from '../ledger.ts'
import { toCents, toCredits, toDollars } from '../money.ts'
import { nextTierAtCents, spendTierOf } from '../spend-tier.ts'
import { countUsage, type UsageCount } from './count-usage.ts'
import { daysBefore, type Period } from './period.ts'

const TIERS = ['1', '2', '3', '4', '5']
const MODES = ['html', 'js', 'pdf', 'ocr'] as const
const ROLLING_DAYS = 30

/**
 * The reply of GET /usage: the requests of a period by result, mode and tier, and the account's money now. A request counts when
 * it ends, which is when it is charged. Requests made with a test key leave the service and the balance alone, and so the report.
 */
export async function reportUsage(
  db: Queryable,
  account: { id: string; enterprise: boolean },
  period: Period,
  rateLimits: Usage['rate_limits'],
  now: Date,
): Promise<Usage> {
  const [counts, last30Days, balance] = await Promise.all([
    countUsage(db, account.id, period, now),
    countUsage(db, account.id, { start: daysBefore(now, ROLLING_DAYS), end: now }, now),
    readTotals(db, account.id),
  ])
  const requestsOf = (matches: (count: UsageCount) => boolean) => sum(counts.filter(matches), 'requests')
  const tier = spendTierOf(toCents(balance.netMicros), account.enterprise)
  const usedTiers = counts.flatMap(({ tier }) => tier || [])
  const failed = requestsOf(({ outcome }) => outcome === 'failed')
  const total = requestsOf(() => true)
  const [start, end] = [period.start.toISOString(), period.end.toISOString()]
  return {
    period: {
      start,
      end,
      current: period.start <= now && now <= period.end,
    },
    balance: {
      current_cents: toCents(balance.netMicros),
      deposited_cents: toCents(balance.depositedMicros),
      used_cents: toCents(balance.usedMicros),
    },
    requests: {
      total,
      successful: total - failed,
      failed,
      cached: requestsOf(({ outcome }) => outcome === 'cached'),
    },
    by_mode: tally(MODES, (mode) => requestsOf((count) => count.mode === mode)),
    by_tier: tally([...new Set([...TIERS, ...usedTiers])], (tier) =>
      requestsOf((count) => count.tier === tier),
    ),
    rate_limits: rateLimits,
    spend_tier: {
      current: tier.name,
      rolling_30d_spend_cents: toCents(sum(last30Days, 'costMicros')),
      next_tier_at_cents: nextTierAtCents(tier),
    },
    period_start: start,
    period_end: end,
    requests_month: total,
    credits_used_month: toCredits(sum(counts, 'costMicros')),
    balance_dollars: toDollars(Number(balance.netMicros)),
    credits_available: Number(balance.netMicros),
  }
}

export function sum(counts: readonly UsageCount[], field: 'requests' | 'costMicros'): number {
  return counts.reduce((total, count) => total + count[field], 0)
}

function tally<Key extends string>(keys: readonly Key[], countOf: (key: Key) => number): Record<Key, number> {
  return Object.fromEntries(keys.map((key) => [key, countOf(key)])) as Record<Key, number>
}
