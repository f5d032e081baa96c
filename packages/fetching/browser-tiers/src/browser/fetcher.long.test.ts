import { describeFetcherContract } from '@gleaner/http-tiers/testing/fetcher-contract'
import { createBrowserFetcher } from './fetcher.ts'
import { CHROMIUM } from './testing/chromium-path.ts'
import { IN_A_BROWSER } from './testing/in-a-browser.ts'

describeFetcherContract(
  'tier 3.5',
  (egress) => createBrowserFetcher({ egress, executablePath: CHROMIUM, profile: 'light' }),
  IN_A_BROWSER,
)
