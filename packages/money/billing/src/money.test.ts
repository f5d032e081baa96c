import { describe, expect, test } from '@jest/globals'
import { insufficientBalance } from './insufficient-balance.ts'
import { displayDollars, fromCredits, SIGNUP_CREDITS, toCents, toCredits, toDollars } from './money.ts'
import { presentBalance } from './present-balance.ts'
import { OPTION_PRICES, priceOf, requestedOptions, TIER_PRICES } from './prices.ts'

test('a dollar is a million micros, a hundred cents and five thousand credits', () => {
  expect([toDollars(1_000_000n), toCents(1_000_000n), toCredits(1_000_000n)]).toEqual([1, 100, 5_000])
  expect([toDollars(-1), toCents(-1), toCredits(-1)]).toEqual([-0.000001, -0.0001, -0.005])
  expect(SIGNUP_CREDITS).toBe(5_000)
})

test.each([
  [0n, '$0.00'],
  [9_999n, '$0.00'],
  [10_000n, '$0.01'],
  [999_999n, '$0.99'],
  [1_234_567_890n, '$1234.56'],
  [-1n, '-$0.01'],
  [-10_000n, '-$0.01'],
  [-1_234_567n, '-$1.24'],
])('%d micros are shown as %s', (micros, shown) => {
  expect(displayDollars(micros)).toBe(shown)
})

test.each([
  [0, 0],
  [1, 200],
  [0.29, 58],
  [4.9999, 999],
  [0.0049, 0],
  [50_000_000_000, 10_000_000_000_000],
])('%d credits are %d micros', (credits, micros) => {
  expect(fromCredits(credits)).toBe(micros)
})

test('a balance is told with what is held and owed, and what was paid in', () => {
  const totals = { availableMicros: 30_000n, heldMicros: 20_000n, owedMicros: 4_000n, netMicros: 46_000n }
  expect(
    presentBalance({ ...totals, usedMicros: 14_000n, depositedMicros: 60_000n, transactions: 3 }),
  ).toEqual({
    balance_microcents: 46_000,
    balance_display: '$0.04',
    total_deposited_cents: 6,
    total_spent_cents: 1.4,
    balance_credits: 230,
    available_credits: 150,
    held_credits: 100,
    owed_credits: 20,
  })
})

test('a refusal names what is needed, what there is and what would help', () => {
  const refusal = insufficientBalance(1_000, 999n, 'this map')
  expect(refusal).toMatchObject({
    code: 'INSUFFICIENT_BALANCE',
    message:
      'The balance of 4.995 credits does not cover 5 credits, the price of this map; add credits and repeat the request.',
    details: { needed_credits: 5, available_credits: 4.995 },
  })
  expect(insufficientBalance(1_000, 0n, 'a page', 'wait').message).toMatch(/the price of a page; wait\.$/)
})

describe('the price of a request', () => {
  test('is that of its tier and of each option that it has', () => {
    for (const [tier, price] of Object.entries(TIER_PRICES)) expect(priceOf(tier as '1', [])).toBe(price)
    expect(priceOf('4', ['screenshot', 'ocr'])).toBe(4_000 + 200 + 1_000)
    const all = Object.keys(OPTION_PRICES) as (keyof typeof OPTION_PRICES)[]
    expect(priceOf('1', all)).toBe(200 + (3 + 1 + 2 + 5 + 1 + 4 + 1 + 5 + 5 + 1 + 12.5) * 200)
  })

  test('has the options that are asked for, and none that is switched off', () => {
    expect(requestedOptions({ render_js: true, screenshot: false, ocr: undefined, extract: true })).toEqual([
      'render_js',
      'extract',
    ])
    expect(requestedOptions({})).toEqual([])
  })
})
