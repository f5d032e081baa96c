import { expect, test } from '@jest/globals'
import { isObject } from './is-object.ts'

test.each([
  [{}, true],
  [{ a: 1 }, true],
  [[], false],
  [null, false],
  [undefined, false],
  ['{}', false],
  [1, false],
])('whether %j is an object: %j', (value, expected) => {
  expect(isObject(value)).toBe(expected)
})
