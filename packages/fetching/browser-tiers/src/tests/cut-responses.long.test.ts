import { TIERS } from '@gleaner/contracts'
import { testCutResponses } from './test-cut-responses.ts'

testCutResponses(TIERS)
