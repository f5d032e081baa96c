import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { createSlots, type Slots } from './slots.ts'

const LEASE_MS = 30_000
let slots: Slots
/** What Redis is told, since it was looked at last. */
let commands: unknown[]

beforeEach(() => {
  jest.useFakeTimers()
  commands = []
  slots = createSlots({
    leaseMs: LEASE_MS,
    renew: (key, ids) => commands.push({ renewed: key, ids }),
    free: (key, id) => commands.push({ freed: key, id }),
  })
})
afterEach(() => {
  slots.close()
  jest.useRealTimers()
})

function commandsWithin(ms: number): unknown[] {
  commands = []
  jest.advanceTimersByTime(ms)
  return commands
}

test('what is held is renewed several times a lease, each account by itself', () => {
  slots.hold('a', '1')
  slots.hold('a', '2')
  slots.hold('b', '3')
  expect(commandsWithin(LEASE_MS / 3)).toEqual([
    { renewed: 'a', ids: ['1', '2'] },
    { renewed: 'b', ids: ['3'] },
  ])
  expect(commandsWithin(LEASE_MS)).toHaveLength(6)
})

test('what is given back is freed once and renewed no more, and of an account that holds nothing is nothing said', () => {
  for (const id of ['1', '2']) slots.hold('a', id)
  slots.free('a', '1')
  slots.free('a', '1')
  expect(commands).toEqual([{ freed: 'a', id: '1' }])
  expect(commandsWithin(LEASE_MS / 3)).toEqual([{ renewed: 'a', ids: ['2'] }])
  slots.free('a', '2')
  expect(commandsWithin(LEASE_MS)).toEqual([])
  slots.free('b', '2')
  expect(commands).toEqual([])
})

test('once they are closed nothing is renewed', () => {
  slots.hold('a', '1')
  slots.close()
  expect(commandsWithin(LEASE_MS)).toEqual([])
})
