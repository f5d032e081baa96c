import type { Fetcher } from '@gleaner/http-tiers'
import { withLoginAsHeader } from '@gleaner/http-tiers'
import { attemptInBrowser } from './attempt.ts'
import { openPage } from './page/open-page.ts'
import { outcomeOfPage } from './page/page-outcome.ts'
import { type BrowserPool, createBrowserPool, type PoolOptions } from './pool/pool.ts'
import { PROFILE_TIERS, type Profile } from './profiles.ts'

/** Tier 4 (`full`) or 3.5 (`light`): with a pool that the caller shares and closes, or with one of its own. */
export type BrowserFetcherOptions = { profile: Profile } & ({ pool: BrowserPool } | PoolOptions)

/** Fetches pages with Chromium. Nothing is started, and no browser module loaded, before the first fetch. */
export function createBrowserFetcher(options: BrowserFetcherOptions): Fetcher {
  const { profile } = options
  const own = 'pool' in options ? undefined : createBrowserPool(options)
  const pool = own ?? (options as { pool: BrowserPool }).pool

  return {
    tier: PROFILE_TIERS[profile],
    fetch: (asked, signal) => {
      const request = withLoginAsHeader(asked)
      return attemptInBrowser(pool, request, signal, async (lease, progress) => {
        const open = await openPage(lease, request, profile, progress)
        return outcomeOfPage(open, request, signal)
      })
    },
    close: async () => own?.close(),
  }
}
