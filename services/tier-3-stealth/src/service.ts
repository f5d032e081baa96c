import { withServerErrorRetry } from '@gleaner/fetch-engine/server-error-retry'
import { createStealthFetcher } from '@gleaner/fetch-engine/stealth/fetcher'
import type { Service, ServiceDeps } from '@gleaner/runtime'
import { createTierService } from '@gleaner/tier-worker'
import type { Config } from './config.ts'

export { config } from './config.ts'

/** A browser's fingerprint without the browser; each client keeps its own connections. */
const CONCURRENCY = 64

export function createService(config: Config, deps: ServiceDeps): Service {
  return createTierService('tier-3-stealth', config, deps, ({ egress }) => {
    const fetcher = withServerErrorRetry(createStealthFetcher({ egress }))
    return [{ tier: '3', fetcher, concurrency: CONCURRENCY }]
  })
}
