import { createCurlFetcher } from '@gleaner/http-tiers/curl'
import { createHttpFetcher } from '@gleaner/http-tiers/http'
import type { CreateTierWorkers, TierConfig } from '@gleaner/tier-worker'

/** The two cheapest tiers, in one service. */
export const createTierWorkers: CreateTierWorkers<TierConfig> = (_config, { egress }) => [
  { tier: '1', fetcher: createCurlFetcher({ egress }), concurrency: 8 },
  { tier: '2', fetcher: createHttpFetcher({ egress }), concurrency: 4, validates: 'http' },
]
