import { withTargetRetry } from '@gleaner/http-tiers'
import { createHttpFetcher } from '@gleaner/http-tiers/http'
import type { CreateTierWorkers } from '@gleaner/tier-worker'
import type { Config } from './config.ts'

/** Requests that look like a browser's; waits on the network most of the time. */
const CONCURRENCY = 128

export const createTierWorkers: CreateTierWorkers<Config> = (_config, { egress }) => {
  const fetcher = withTargetRetry(createHttpFetcher({ egress }))
  return [{ tier: '2', fetcher, concurrency: CONCURRENCY, validates: 'http' }]
}
