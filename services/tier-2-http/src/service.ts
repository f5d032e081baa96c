import { createHttpFetcher } from '@gleaner/fetch-engine/http/fetcher'
import { withServerErrorRetry } from '@gleaner/fetch-engine/server-error-retry'
import type { Service, ServiceDeps } from '@gleaner/runtime'
import { createTierService } from '@gleaner/tier-worker'
import type { Config } from './config.ts'

export { config } from './config.ts'

/** Requests that look like a browser's; waits on the network most of the time. */
const CONCURRENCY = 128

export function createService(config: Config, deps: ServiceDeps): Service {
  return createTierService('tier-2-http', config, deps, ({ egress }) => {
    const fetcher = withServerErrorRetry(createHttpFetcher({ egress }))
    return [{ tier: '2', fetcher, concurrency: CONCURRENCY }]
  })
}
