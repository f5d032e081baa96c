/** Rate limits by balance. `minCents` is the balance from which a tier holds. */
export const SPEND_TIERS = [
  { name: 'free', minCents: 0, requestsPerMinute: 30, concurrency: 3 },
  { name: 'basic', minCents: 500, requestsPerMinute: 60, concurrency: 10 },
  { name: 'growth', minCents: 5_000, requestsPerMinute: 100, concurrency: 15 },
  { name: 'scale', minCents: 20_000, requestsPerMinute: 300, concurrency: 25 },
  { name: 'high_volume', minCents: 50_000, requestsPerMinute: 500, concurrency: 50 },
] as const

/** Granted by the operator, whatever the balance. */
export const ENTERPRISE = {
  name: 'enterprise',
  minCents: Number.POSITIVE_INFINITY,
  requestsPerMinute: 10_000,
  concurrency: 500,
} as const

export type SpendTier = (typeof SPEND_TIERS)[number] | typeof ENTERPRISE

/** What an account may ask for: rate-limit tokens a minute, and requests at once. */
export interface RateLimits {
  requestsPerMinute: number
  concurrency: number
}

/** An account's limits: the operator's own for it where there are any, else those of its tier. */
export function rateLimitsOf(
  tier: SpendTier,
  own: { requestsPerMinute: number | null; concurrentRequests: number | null },
): RateLimits {
  return {
    requestsPerMinute: own.requestsPerMinute ?? tier.requestsPerMinute,
    concurrency: own.concurrentRequests ?? tier.concurrency,
  }
}

/** The spend tier of a balance in cents; upgrades are instant. */
export function spendTierOf(balanceCents: number, enterprise: boolean): SpendTier {
  if (enterprise) return ENTERPRISE
  return SPEND_TIERS.findLast((tier) => balanceCents >= tier.minCents) ?? SPEND_TIERS[0]
}

/** The tier above, which a higher balance gives; undefined at the top. */
export function nextTierOf(current: SpendTier): (typeof SPEND_TIERS)[number] | undefined {
  return SPEND_TIERS.find((tier) => tier.minCents > current.minCents)
}

/** Balance in cents from which the next tier holds; null at the top. */
export function nextTierAtCents(current: SpendTier): number | null {
  return nextTierOf(current)?.minCents ?? null
}

/** Accounts that may forward bodies of up to 10 MB to a target. */
export function mayForwardLargeBodies(tier: SpendTier): boolean {
  return tier.name === 'high_volume' || tier.name === 'enterprise'
}
