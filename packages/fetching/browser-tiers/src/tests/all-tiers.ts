import type { Tier } from '@gleaner/contracts'
import type { Egress } from '@gleaner/egress'
import type { Fetcher } from '@gleaner/http-tiers'
import { createCurlFetcher } from '@gleaner/http-tiers/curl'
import { createHttpFetcher } from '@gleaner/http-tiers/http'
import { createStealthFetcher } from '@gleaner/http-tiers/impersonation'
import { createBrowserFetcher } from '../browser/fetcher.ts'
import { type BrowserPool, createBrowserPool, type PoolOptions } from '../browser/pool/pool.ts'
import { createCaptchaFetcher } from '../captcha/fetcher.ts'

/** The tiers that each change is tried with: of those with a browser, which bring pages by the same code, one. */
export const SOME_TIERS: readonly Tier[] = ['1', '2', '3', '4']

export const hasBrowser = (tier: Tier) => Number(tier) > 3

export interface AllTiers {
  fetchers: Record<Tier, Fetcher>
  /** The browsers of tiers 3.5 to 5. */
  pool: BrowserPool
  close(): Promise<void>
}

/** A fetcher of every tier. `ignoreTlsErrors` is for the tiers without a browser: a browser is told whom to trust. */
export function openAllTiers(
  egress: Egress,
  { ignoreTlsErrors, ...browsers }: Omit<PoolOptions, 'egress'> & { ignoreTlsErrors?: boolean },
): AllTiers {
  const pool = createBrowserPool({ egress, ...browsers })
  const tls = ignoreTlsErrors === undefined ? {} : { ignoreTlsErrors }
  const fetchers: Record<Tier, Fetcher> = {
    '1': createCurlFetcher({ egress }),
    '2': createHttpFetcher({ egress, ...tls }),
    '3': createStealthFetcher({ egress, ...tls }),
    '3.5': createBrowserFetcher({ pool, profile: 'light' }),
    '4': createBrowserFetcher({ pool, profile: 'full' }),
    '5': createCaptchaFetcher({ pool }),
  }
  return {
    fetchers,
    pool,
    async close() {
      await Promise.all(Object.values(fetchers).map((fetcher) => fetcher.close()))
      await pool.close()
    },
  }
}
