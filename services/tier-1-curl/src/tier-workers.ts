import { withTargetRetry } from '@gleaner/http-tiers'
import { createCurlFetcher } from '@gleaner/http-tiers/curl'
import type { CreateTierWorkers } from '@gleaner/tier-worker'
import type { Config } from './config.ts'

/** Plain HTTP: waits on the network, so many at once cost little. */
const CONCURRENCY = 256

export const createTierWorkers: CreateTierWorkers<Config> = (config, { egress }) => {
  const fetcher = createCurlFetcher({ egress, userAgent: config.CURL_USER_AGENT })
  return [{ tier: '1', fetcher: withTargetRetry(fetcher), concurrency: CONCURRENCY }]
}
