import { describeFetcherContract } from '../testing/fetcher-contract.ts'
import { createStealthFetcher } from './fetcher.ts'

describeFetcherContract('tier 3', (egress) => createStealthFetcher({ egress }))
