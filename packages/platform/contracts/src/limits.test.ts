import { DAY_MS, HOUR_MS } from '@gleaner/runtime/units'
import { expect, test } from '@jest/globals'
import { inWords } from './limits.ts'

test.each([
  [HOUR_MS, '1 hour'],
  [6 * HOUR_MS, '6 hours'],
  [DAY_MS, '24 hours'],
  [30 * DAY_MS, '30 days'],
])('%d ms are %j', (ms, words) => {
  expect(inWords(ms)).toBe(words)
})
