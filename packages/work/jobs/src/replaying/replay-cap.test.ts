import { expect, test } from '@jest/globals'
import type { EndedGroup } from './ended-group.ts'
import { type Cap, type Replayed, replayCap } from './replay-cap.ts'

const delivered = (more: Partial<EndedGroup>): EndedGroup => ({
  status: 'completed',
  tier: '4',
  tried: ['1', '2', '3', '4'],
  lastResult: 'delivered',
  unreachable: false,
  costMicros: 4_000,
  optionMicros: 0,
  requests: 1,
  ...more,
})
const failed = (more: Partial<EndedGroup>): EndedGroup =>
  delivered({ status: 'failed', tier: '2', tried: ['1', '2'], lastResult: 'blocked', costMicros: 0, ...more })

test.each<[string, EndedGroup, Cap, Replayed]>([
  [
    'a delivery within the cap stays',
    delivered({}),
    { maxTier: '4' },
    { outcome: 'same', costMicros: 4_000 },
  ],
  [
    'a delivery above it is lost where all below were tried',
    delivered({}),
    { maxTier: '3' },
    { outcome: 'lost' },
  ],
  [
    'a delivery above it is unknown where one below was not tried',
    delivered({ tried: ['1', '4'] }),
    { maxTier: '3' },
    { outcome: 'unknown', atMostMicros: 2_000 },
  ],
  [
    'what a forced tier delivered is unknown below it, with what its options cost',
    delivered({ tried: ['4'], costMicros: 9_000, optionMicros: 5_000 }),
    { maxTier: '1' },
    { outcome: 'unknown', atMostMicros: 5_200 },
  ],
  [
    'a cap of credits loses what costs more',
    delivered({ tier: '2', tried: ['1', '2'], costMicros: 300 }),
    { maxTier: '5', maxMicros: 200 },
    { outcome: 'lost' },
  ],
  ['a failure stays one under a lower cap', failed({}), { maxTier: '1' }, { outcome: 'failed' }],
  [
    'a failure may end under a higher cap',
    failed({}),
    { maxTier: '4' },
    { outcome: 'unknown', atMostMicros: 4_000 },
  ],
  [
    'what no tier reaches fails under every cap',
    failed({ unreachable: true, lastResult: 'network_error' }),
    { maxTier: '5' },
    { outcome: 'failed' },
  ],
  [
    'a kind of file that no tier reads, too',
    failed({ lastResult: 'unsupported' }),
    { maxTier: '5' },
    { outcome: 'failed' },
  ],
  ['no credits, no other tier', failed({}), { maxTier: '5', maxMicros: 300 }, { outcome: 'failed' }],
])('%s', (_, group, cap, replayed) => {
  expect(replayCap(group, cap)).toEqual(replayed)
})
