import { expect, test } from '@jest/globals'
import { NUMBERS, nameOf } from './testing/declared/declared-numbers.ts'
import { testDeclaredNumbers } from './testing/declared/test-declared-numbers.ts'

/** The largest sum of micros that is ever made of one number: a thousand entries, a hundred thousand pages. */
const STORED = 1e13
/** Of the sixteen odd values, to each field; `npm run test:long` sends all. */
const ODD_EACH = 1

test('every number that a request may hold has bounds, which storage holds', () => {
  const unbounded = NUMBERS.filter(
    ({ schema: { minimum, maximum } }) => minimum === undefined || maximum === undefined || maximum > STORED,
  )
  expect(unbounded.map(nameOf)).toEqual([])
  expect(NUMBERS.length).toBeGreaterThan(100)
})

testDeclaredNumbers(ODD_EACH)
