import { createBrowserFetcher, createBrowserPool, createCaptchaFetcher } from '@gleaner/browser-tiers'
import { CHROMIUM } from '@gleaner/browser-tiers/testing/chromium-path'
import { createStealthFetcher } from '@gleaner/http-tiers/impersonation'
import type { CreateTierWorkers, TierConfig } from '@gleaner/tier-worker'
import { createTierWorkers } from './tier-workers.ts'

/** Every tier, the browsers' on one pool. */
export const createAllTierWorkers: CreateTierWorkers<TierConfig> = (config, deps) => {
  const { egress } = deps
  const pool = createBrowserPool({ egress, executablePath: CHROMIUM, maxPages: 4 })
  const full = createBrowserFetcher({ profile: 'full', pool })
  const shared = { concurrency: 4, slots: 'pages' }
  return [
    ...createTierWorkers(config, deps),
    { tier: '3', fetcher: createStealthFetcher({ egress }), concurrency: 4 },
    { tier: '3.5', fetcher: createBrowserFetcher({ profile: 'light', pool }), ...shared },
    { tier: '4', fetcher: { ...full, close: () => pool.close() }, ...shared, validates: 'browser' },
    { tier: '5', fetcher: createCaptchaFetcher({ pool }), ...shared },
  ]
}
