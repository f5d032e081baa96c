import { expect, test } from '@jest/globals'
import { createLocalWindows } from './local-windows.ts'

const LIMIT = { requests: 2, seconds: 60 }

function windowsAt(start: number) {
  let time = start
  const windows = createLocalWindows(() => time)
  const wait = (ms: number) => {
    time += ms
  }
  return { take: (key: string) => windows.take(key, LIMIT), wait }
}

test('a window lets so many through in any span, and says truly how long to wait', () => {
  const { take, wait } = windowsAt(5)
  expect(take('a')).toBe(0)
  wait(50_000)
  expect(take('a')).toBe(0)
  expect(take('a')).toBe(10_000)
  expect(take('b')).toBe(0)
  wait(9_999)
  expect(take('a')).toBe(1)
  wait(1)
  expect(take('a')).toBe(0)
  expect(take('a')).toBe(50_000)
})

test('very many keys take no more memory, and of those that come again none is forgotten', () => {
  const { take } = windowsAt(0)
  take('kept')
  take('kept')
  for (let i = 0; i < 30_000; i++) {
    take(`other ${i}`)
    if (i % 5_000 === 0) expect(take('kept')).toBe(60_000)
  }
  expect(take('other 0')).toBe(0)
  expect(take('other 0')).toBe(0)
  expect(take('kept')).toBe(60_000)
})

test('ten thousand keys are remembered; one more makes the one that came the longest ago forgotten', () => {
  const { take } = windowsAt(0)
  for (const _ of [1, 2]) for (let i = 0; i < 10_000; i++) take(`key ${i}`)
  expect(take('key 0')).toBe(60_000)
  take('another')
  expect(take('key 2')).toBe(60_000)
  expect(take('key 1')).toBe(0)
})

test('what is given back can be taken again, and of a key that is not known nothing is', () => {
  const windows = createLocalWindows(() => 0)
  windows.giveBack('a')
  for (const wait of [0, 0, 60_000]) expect(windows.take('a', LIMIT)).toBe(wait)
  windows.giveBack('a')
  windows.giveBack('b')
  for (const wait of [0, 60_000]) expect(windows.take('a', LIMIT)).toBe(wait)
})
