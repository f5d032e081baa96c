import { createBrowserFetcher } from '@gleaner/fetch-engine/browser/fetcher'
import { createBrowserPool } from '@gleaner/fetch-engine/browser/pool'
import { withServerErrorRetry } from '@gleaner/fetch-engine/server-error-retry'
import type { Service, ServiceDeps } from '@gleaner/runtime'
import { createTierService } from '@gleaner/tier-worker'
import type { Config } from './config.ts'

export { config } from './config.ts'

/** Jobs taken at once; the pool lets in as many as there is memory for, and those waiting hold nothing. */
const CONCURRENCY = 8

/** Tier 4 and its slim sister 3.5, on one pool of browsers. */
export function createService(config: Config, deps: ServiceDeps): Service {
  return createTierService('tier-4-browser', config, deps, ({ egress }) => {
    const pool = createBrowserPool({
      egress,
      executablePath: config.CHROMIUM_PATH,
      maxPages: config.BROWSER_PAGES || undefined,
    })
    const full = withServerErrorRetry(createBrowserFetcher({ profile: 'full', pool }))
    const light = withServerErrorRetry(createBrowserFetcher({ profile: 'light', pool }))
    return [
      { tier: '4', fetcher: { ...full, close: () => pool.close() }, concurrency: CONCURRENCY },
      { tier: '3.5', fetcher: light, concurrency: CONCURRENCY },
    ]
  })
}
