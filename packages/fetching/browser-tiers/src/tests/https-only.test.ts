import { SOME_TIERS } from './all-tiers.ts'
import { testHttpsOnly } from './test-https-only.ts'

// `npm run test:long` tries every tier.
testHttpsOnly(SOME_TIERS)
