import { describeFetcherContract } from '@gleaner/http-tiers/testing/fetcher-contract'
import { createBrowserFetcher } from './fetcher.ts'
import { CHROMIUM } from './testing/chromium-path.ts'
import { IN_A_BROWSER } from './testing/in-a-browser.ts'

// `npm run test:long` holds tiers 3.5 and 5 to it, which bring pages by the same code.
describeFetcherContract(
  'tier 4',
  (egress) => createBrowserFetcher({ egress, executablePath: CHROMIUM, profile: 'full' }),
  IN_A_BROWSER,
)
