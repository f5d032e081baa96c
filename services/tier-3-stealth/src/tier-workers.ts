import { withTargetRetry } from '@gleaner/http-tiers'
import { createStealthFetcher } from '@gleaner/http-tiers/impersonation'
import type { CreateTierWorkers } from '@gleaner/tier-worker'
import type { Config } from './config.ts'

/** A browser's fingerprint without the browser; each client keeps its own connections. */
const CONCURRENCY = 64

export const createTierWorkers: CreateTierWorkers<Config> = (_config, { egress }) => {
  const fetcher = withTargetRetry(createStealthFetcher({ egress }))
  return [{ tier: '3', fetcher, concurrency: CONCURRENCY }]
}
