import { describeFetcherContract } from '../testing/fetcher-contract.ts'
import { createHttpFetcher } from './fetcher.ts'

describeFetcherContract('tier 2', (egress) => createHttpFetcher({ egress }))
