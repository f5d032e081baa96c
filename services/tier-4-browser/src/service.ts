import { pageCapacity } from '@gleaner/fetch-engine/browser/capacity'
import { createBrowserFetcher } from '@gleaner/fetch-engine/browser/fetcher'
import { type BrowserPool, createBrowserPool } from '@gleaner/fetch-engine/browser/pool'
import { reportConfinement } from '@gleaner/fetch-engine/browser/report-confinement'
import { withServerErrorRetry } from '@gleaner/fetch-engine/server-error-retry'
import type { Service, ServiceDeps } from '@gleaner/runtime'
import { createTierService } from '@gleaner/tier-worker'
import type { Config } from './config.ts'

export { config } from './config.ts'

/** Slots of both tiers. */
const PAGES = 'browser-pages'

/** Tier 4 and its slim sister 3.5, on one pool of browsers. */
export function createService(config: Config, deps: ServiceDeps): Service {
  const pages = config.BROWSER_PAGES || pageCapacity()
  let pool: BrowserPool
  const service = createTierService('tier-4-browser', config, deps, ({ egress }) => {
    pool = createBrowserPool({
      egress,
      executablePath: config.CHROMIUM_PATH,
      maxPages: pages,
      networkNamespace: config.BROWSER_NETWORK_NAMESPACE,
      budgets: {
        memoryBytes: config.BROWSER_PAGE_MEMORY_MB * 1024 * 1024,
        cpuMs: config.BROWSER_PAGE_CPU,
      },
    })
    const full = withServerErrorRetry(createBrowserFetcher({ profile: 'full', pool }))
    const light = withServerErrorRetry(createBrowserFetcher({ profile: 'light', pool }))
    return [
      { tier: '4', fetcher: { ...full, close: () => pool.close() }, concurrency: pages, slots: PAGES },
      { tier: '3.5', fetcher: light, concurrency: pages, slots: PAGES },
    ]
  })
  return {
    ...service,
    async start() {
      reportConfinement(await pool.confinement(), deps)
      await service.start()
    },
  }
}
