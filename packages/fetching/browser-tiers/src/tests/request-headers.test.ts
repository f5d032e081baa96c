import { SOME_TIERS } from './all-tiers.ts'
import { testRequestHeaders } from './test-request-headers.ts'

// `npm run test:long` tries every tier.
testRequestHeaders(SOME_TIERS)
