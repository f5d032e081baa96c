import { MINUTE_MS } from '@gleaner/runtime/units'
import { testClocks } from '../testing/test-clocks.ts'

testClocks({
  'workers that are fast, and browsers that are slow': {
    'tier-1-curl': 10 * MINUTE_MS,
    'tier-4-browser': -10 * MINUTE_MS,
  },
  'workers that are slow, and a gateway that is fast': {
    'tier-1-curl': -10 * MINUTE_MS,
    gateway: 10 * MINUTE_MS,
  },
})
