import { describe } from '@jest/globals'
import { WAYS_TO_HOLD } from '../testing/fair/hostile-site.ts'
import { testFairShares } from './test-fair-shares.ts'

describe.each(WAYS_TO_HOLD)('held by what is %s:', (way) => {
  testFairShares(way)
})
