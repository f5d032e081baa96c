import { SOME_TIERS } from './all-tiers.ts'
import { testCutResponses } from './test-cut-responses.ts'

// `npm run test:long` tries every tier.
testCutResponses(SOME_TIERS)
