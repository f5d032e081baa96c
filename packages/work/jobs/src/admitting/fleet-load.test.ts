import { expect, test } from '@jest/globals'
import { roomIn } from './fleet-load.ts'

test('an account alone gets half of all places, and the next ones find some', () => {
  expect(roomIn(100, 0, 0)).toBe(50)
  expect(roomIn(100, 50, 50)).toBe(0)
  expect(roomIn(100, 50, 0)).toBe(17)
  expect(roomIn(100, 75, 8)).toBe(0)
  expect(roomIn(100, 75, 0)).toBe(1)
  expect(roomIn(100, 100, 0)).toBe(0)
  expect(roomIn(1, 0, 0)).toBe(1)
})
