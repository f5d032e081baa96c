import { expect, test } from '@jest/globals'
import { readRetryAfter } from './retry-after.ts'

const NOW = Date.parse('2026-01-01T00:00:00Z')

test.each([
  [undefined, undefined],
  [null, undefined],
  ['', undefined],
  ['120', 120_000],
  [' 0 ', 0],
  ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
  ['Thursday, 01-Jan-26 00:01:00 GMT', 60_000],
  ['Thu Jan  1 00:01:00 2026', 60_000],
  ['Wed, 31 Dec 2025 23:00:00 GMT', 0],
  ['soon', undefined],
  ['-5', undefined],
  ['1.5', undefined],
  ['2027', 2_027_000],
  ['May 2027', undefined],
])('Retry-After %j is %j ms', (header, ms) => {
  expect(readRetryAfter(header, NOW)).toBe(ms)
})
