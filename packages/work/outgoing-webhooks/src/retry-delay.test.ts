import { expect, test } from '@jest/globals'
import { MAX_RETRY_AFTER_MS, pauseAskedFor, RETRY_DELAYS_MS, retryDelay } from './retry-delay.ts'

test('the second attempt comes after 10 s and the third after 60 s more, up to a fifth later', () => {
  expect(RETRY_DELAYS_MS).toEqual([10_000, 60_000])
  for (const [attempt, ms] of [
    [1, 10_000],
    [2, 60_000],
    [3, 60_000],
  ] as const) {
    const delays = Array.from({ length: 200 }, () => retryDelay(attempt, undefined))
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(ms)
    expect(Math.max(...delays)).toBeLessThanOrEqual(1.2 * ms)
    // What failed together does not come again together.
    expect(Math.max(...delays) - Math.min(...delays)).toBeGreaterThan(0.05 * ms)
  }
})

test('a receiver may ask for a longer pause, and not for a shorter one', () => {
  expect(retryDelay(1, '100')).toBeGreaterThanOrEqual(100_000)
  expect(retryDelay(1, '1')).toBeGreaterThanOrEqual(10_000)
  expect(retryDelay(1, '1')).toBeLessThan(20_000)
})

test.each([
  ['7', 7_000],
  ['0', 0],
  ['86400', MAX_RETRY_AFTER_MS],
  [new Date(Date.now() + 86_400_000).toUTCString(), MAX_RETRY_AFTER_MS],
  ['soon', 0],
  [undefined, 0],
])('a Retry-After of %s asks for %d ms, within 5 minutes', (value, ms) => {
  expect(MAX_RETRY_AFTER_MS).toBe(300_000)
  expect(pauseAskedFor(value)).toBe(ms)
})
