import { expect, test } from '@jest/globals'
import { createLaneHealth } from './lane-health.ts'

const SLOW = { host: 'slow.example', accountId: 'a' }
const limits = (most = 16, least = 4) => createLaneHealth({ most, least })

test('a lane that runs out of time gets half as many each time, down to the least, and one more for each answer', () => {
  const health = limits()
  const seen: (number | undefined)[] = []
  for (let i = 0; i < 4; i++) {
    health.stalled(SLOW)
    seen.push(health.limits()[0]?.limit)
  }
  expect(seen).toEqual([8, 4, 4, 4])
  for (let i = 0; i < 11; i++) health.answered(SLOW)
  expect(health.limits()).toEqual([{ ...SLOW, limit: 15 }])
  health.answered(SLOW)
  expect(health.limits()).toEqual([])
})

test('other lanes of the host and of the account are not concerned', () => {
  const health = limits()
  health.stalled(SLOW)
  health.answered({ ...SLOW, accountId: 'b' })
  health.answered({ ...SLOW, host: 'quick.example' })
  expect(health.limits()).toEqual([{ ...SLOW, limit: 8 }])
})

test('a lane that asked to be left alone gets none, whatever is answered meanwhile, and the longer pause holds', () => {
  const health = limits()
  health.pause(SLOW, 60_000)
  health.pause(SLOW, 1)
  health.pause({ ...SLOW, accountId: 'b' }, 0)
  for (let i = 0; i < 20; i++) health.answered(SLOW)
  expect(health.limits()).toEqual([{ ...SLOW, limit: 0 }])
})

test('a lane never gets more than the most, nor less than it where that is fewer than the least', () => {
  const health = limits(2, 4)
  health.stalled(SLOW)
  expect(health.limits()).toEqual([{ ...SLOW, limit: 2 }])
})
