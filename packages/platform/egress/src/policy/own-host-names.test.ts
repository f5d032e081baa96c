import { isIP } from 'node:net'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { createOwnHostNames } from './own-host-names.ts'

/** What the name resolves to now; undefined: nothing does. */
let answer: string[] | undefined
let asked: number
beforeEach(() => {
  asked = 0
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'setTimeout'] })
})
afterEach(() => {
  jest.useRealTimers()
})

const endpoint = { host: 'redis.example', port: 6379, privateOnly: false }

function namesOf(named = [endpoint]) {
  const resolve = async () => {
    asked++
    if (answer === undefined) throw new Error('SERVFAIL')
    return answer.map((address) => ({ address, family: isIP(address) }))
  }
  const names = createOwnHostNames(named, { resolve })
  const addresses = () => names.endpoints().map((one) => [...one.addresses])
  /** As a request does it, so many ms after the last one; what it begins in the background is over then. */
  const refresh = async (afterMs = 0) => {
    jest.advanceTimersByTime(afterMs)
    await names.refresh()
    await new Promise((resolve) => setImmediate(resolve))
    return addresses()
  }
  return { refresh }
}

test('a name is looked up before the first request goes on, and again after ten seconds', async () => {
  const { refresh } = namesOf()
  answer = ['10.0.0.5', '10.0.0.6']
  expect(await refresh()).toEqual([['10.0.0.5', '10.0.0.6']])
  answer = ['10.0.0.7']
  expect(await refresh(9_999)).toEqual([['10.0.0.5', '10.0.0.6']])
  expect(await refresh(2)).toEqual([['10.0.0.7']])
  expect(await refresh(9_999)).toEqual([['10.0.0.7']])
  expect(asked).toBe(2)
})

test.each([
  ['cannot be resolved', undefined],
  ['has no address', []],
])('a name that %s for a while keeps its addresses, and is asked for again', async (_what, gone) => {
  const { refresh } = namesOf()
  answer = ['10.0.0.5']
  await refresh()
  answer = gone
  expect(await refresh(11_000)).toEqual([['10.0.0.5']])
  answer = ['10.0.0.7']
  expect(await refresh(11_000)).toEqual([['10.0.0.7']])
})

test('where there is no name nothing is asked for', async () => {
  const { refresh } = namesOf([])
  expect(await refresh()).toEqual([])
  await refresh(11_000)
  expect(asked).toBe(0)
})
