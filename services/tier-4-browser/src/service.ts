import { pageCapacity } from '@gleaner/fetch-engine/browser/capacity'
import { createBrowserFetcher } from '@gleaner/fetch-engine/browser/fetcher'
import { createBrowserPool } from '@gleaner/fetch-engine/browser/pool'
import { withServerErrorRetry } from '@gleaner/fetch-engine/server-error-retry'
import type { Service, ServiceDeps } from '@gleaner/runtime'
import { createTierService } from '@gleaner/tier-worker'
import type { Config } from './config.ts'

export { config } from './config.ts'

/** Slots of both tiers. */
const PAGES = 'browser-pages'

/** Tier 4 and its slim sister 3.5, on one pool of browsers. */
export function createService(config: Config, deps: ServiceDeps): Service {
  return createTierService('tier-4-browser', config, deps, ({ egress }) => {
    const pages = config.BROWSER_PAGES || pageCapacity()
    const pool = createBrowserPool({ egress, executablePath: config.CHROMIUM_PATH, maxPages: pages })
    const full = withServerErrorRetry(createBrowserFetcher({ profile: 'full', pool }))
    const light = withServerErrorRetry(createBrowserFetcher({ profile: 'light', pool }))
    return [
      { tier: '4', fetcher: { ...full, close: () => pool.close() }, concurrency: pages, slots: PAGES },
      { tier: '3.5', fetcher: light, concurrency: pages, slots: PAGES },
    ]
  })
}
