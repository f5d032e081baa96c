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
