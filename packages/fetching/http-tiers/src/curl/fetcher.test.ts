import { describeFetcherContract } from '../testing/fetcher-contract.ts'
import { createCurlFetcher } from './fetcher.ts'

describeFetcherContract('tier 1', (egress) => createCurlFetcher({ egress }))
