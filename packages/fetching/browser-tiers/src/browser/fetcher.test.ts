import { describeFetcherContract } from '@gleaner/http-tiers/testing/fetcher-contract'
import { createBrowserFetcher } from './fetcher.ts'
import { CHROMIUM } from './testing/chromium-path.ts'

const IN_A_BROWSER = { rendered: true, patienceMs: 25_000 }

describeFetcherContract(
  'tier 4',
  (egress) => createBrowserFetcher({ egress, executablePath: CHROMIUM, profile: 'full' }),
  IN_A_BROWSER,
)
describeFetcherContract(
  'tier 3.5',
  (egress) => createBrowserFetcher({ egress, executablePath: CHROMIUM, profile: 'light' }),
  IN_A_BROWSER,
)
