import { expect, test } from '@jest/globals'
import { createHints } from './hints.ts'

test('what was added is known until so many were: then only what came after is', () => {
  const hints = createHints(3)
  const known = () => ['a', 'b', 'c', 'd', 'e'].filter(hints.has)
  for (const value of ['a', 'b', 'c']) hints.add(value)
  expect(known()).toEqual(['a', 'b', 'c'])
  hints.add('d')
  expect(known()).toEqual(['d'])
  hints.add('e')
  expect(known()).toEqual(['d', 'e'])
})
