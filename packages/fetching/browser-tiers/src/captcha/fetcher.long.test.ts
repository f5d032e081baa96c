import { describeFetcherContract } from '@gleaner/http-tiers/testing/fetcher-contract'
import { CHROMIUM } from '../browser/testing/chromium-path.ts'
import { IN_A_BROWSER } from '../browser/testing/in-a-browser.ts'
import { createCaptchaFetcher } from './fetcher.ts'

describeFetcherContract(
  'tier 5',
  (egress) => createCaptchaFetcher({ egress, executablePath: CHROMIUM }),
  IN_A_BROWSER,
)
