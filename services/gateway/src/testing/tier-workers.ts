import { createBrowserFetcher } from '@gleaner/fetch-engine/browser/fetcher'
import { createBrowserPool } from '@gleaner/fetch-engine/browser/pool/pool'
import { CHROMIUM } from '@gleaner/fetch-engine/browser/testing/chromium-path'
import { createCaptchaFetcher } from '@gleaner/fetch-engine/captcha/fetcher'
import { createCurlFetcher } from '@gleaner/fetch-engine/curl/fetcher'
import { createHttpFetcher } from '@gleaner/fetch-engine/http/fetcher'
import { createStealthFetcher } from '@gleaner/fetch-engine/stealth/fetcher'
import type { CreateTierWorkers, TierConfig } from '@gleaner/tier-worker'

/** The two cheapest tiers, in one service. */
export const createTierWorkers: CreateTierWorkers<TierConfig> = (_config, { egress }) => [
  { tier: '1', fetcher: createCurlFetcher({ egress }), concurrency: 8 },
  { tier: '2', fetcher: createHttpFetcher({ egress }), concurrency: 4, validates: 'http' },
]

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
