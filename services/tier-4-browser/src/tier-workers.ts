import {
  createBrowserFetcher,
  createBrowserPool,
  createChromiumCheck,
  pageCapacity,
  reportConfinement,
} from '@gleaner/browser-tiers'
import { withTargetRetry } from '@gleaner/http-tiers'
import { MEGABYTE } from '@gleaner/runtime/units'
import { BROWSER_PAGES, type CreateTierWorkers } from '@gleaner/tier-worker'
import type { Config } from './config.ts'

/** Tier 4 and its light variant 3.5, on one pool of browsers. */
export const createTierWorkers: CreateTierWorkers<Config> = (config, deps) => {
  const pages = config.BROWSER_PAGES || pageCapacity()
  const pool = createBrowserPool({
    egress: deps.egress,
    executablePath: config.CHROMIUM_PATH,
    maxPages: pages,
    networkNamespace: config.BROWSER_NETWORK_NAMESPACE,
    budgets: {
      memoryBytes: config.BROWSER_PAGE_MEMORY_MB * MEGABYTE,
      cpuMs: config.BROWSER_PAGE_CPU,
    },
  })
  const full = withTargetRetry(createBrowserFetcher({ profile: 'full', pool }))
  const light = withTargetRetry(createBrowserFetcher({ profile: 'light', pool }))
  const prepare = async () => reportConfinement(await pool.confinement(), deps)
  return [
    {
      tier: '4',
      fetcher: { ...full, close: () => pool.close() },
      concurrency: pages,
      slots: BROWSER_PAGES,
      validates: 'browser',
      checks: { chromium: createChromiumCheck(pool, config.CHROMIUM_PATH) },
      vitals: pool.vitals,
      prepare,
    },
    { tier: '3.5', fetcher: light, concurrency: pages, slots: BROWSER_PAGES },
  ]
}
