import { describe, expect, test } from '@jest/globals'
import {
  ENTERPRISE,
  mayForwardLargeBodies,
  nextTierAtCents,
  nextTierOf,
  rateLimitsOf,
  SPEND_TIERS,
  spendTierOf,
} from './spend-tier.ts'

describe('the tier of a balance', () => {
  test.each([
    [-1, 'free', 30, 3, 500],
    [0, 'free', 30, 3, 500],
    [499.99, 'free', 30, 3, 500],
    [500, 'basic', 60, 10, 5_000],
    [4_999.99, 'basic', 60, 10, 5_000],
    [5_000, 'growth', 100, 15, 20_000],
    [20_000, 'scale', 300, 25, 50_000],
    [49_999.99, 'scale', 300, 25, 50_000],
    [50_000, 'high_volume', 500, 50, null],
    [1e9, 'high_volume', 500, 50, null],
  ])('of %d cents is %s: %d requests a minute, %d at once; the next begins at %p', (...row) => {
    const tier = spendTierOf(row[0], false)
    const { name, requestsPerMinute, concurrency } = tier
    expect([name, requestsPerMinute, concurrency, nextTierAtCents(tier)]).toEqual(row.slice(1))
  })

  test('is that of the operator where it grants one, whatever the balance', () => {
    expect(spendTierOf(-1, true)).toEqual(ENTERPRISE)
    expect(ENTERPRISE).toMatchObject({ name: 'enterprise', requestsPerMinute: 10_000, concurrency: 500 })
    expect([nextTierOf(ENTERPRISE), nextTierAtCents(ENTERPRISE)]).toEqual([undefined, null])
  })
})

test("an account's own limits stand in for those of its tier, each for itself", () => {
  const tier = spendTierOf(0, false)
  const none = { requestsPerMinute: null, concurrentRequests: null }
  expect(rateLimitsOf(tier, none)).toEqual({ requestsPerMinute: 30, concurrency: 3 })
  expect(rateLimitsOf(tier, { ...none, requestsPerMinute: 7 })).toEqual({
    requestsPerMinute: 7,
    concurrency: 3,
  })
  expect(rateLimitsOf(tier, { ...none, concurrentRequests: 1 })).toEqual({
    requestsPerMinute: 30,
    concurrency: 1,
  })
})

test('large bodies are for the highest tier, and for those that the operator grants it', () => {
  const those = [...SPEND_TIERS, ENTERPRISE].filter(mayForwardLargeBodies).map(({ name }) => name)
  expect(those).toEqual(['high_volume', 'enterprise'])
})
