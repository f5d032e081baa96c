import { describe, expect, test } from '@jest/globals'
import { createLoginThrottle } from './login-throttle.ts'

const MINUTE = 60_000

function throttleAt(start = 0) {
  let time = start
  const throttle = createLoginThrottle(() => time)
  const fail = (address: string, times: number) => {
    for (let i = 0; i < times; i++) throttle.failed(address)
  }
  const wait = (ms: number) => {
    time += ms
  }
  return { throttle, fail, wait }
}

describe('wrong logins', () => {
  test('of one address are counted, and forgotten after a quarter of an hour', () => {
    const { throttle, fail, wait } = throttleAt()
    fail('1.2.3.4', 9)
    expect(throttle.waitSeconds('1.2.3.4')).toBe(0)
    fail('1.2.3.4', 1)
    wait(5 * MINUTE)
    expect(throttle.waitSeconds('1.2.3.4')).toBe(600)
    expect(throttle.waitSeconds('::ffff:1.2.3.4')).toBe(600)
    wait(10 * MINUTE)
    expect(throttle.waitSeconds('1.2.3.4')).toBe(0)
  })

  test('are not held against another address, nor against one that then logs in', () => {
    const { throttle, fail } = throttleAt()
    fail('1.2.3.4', 50)
    expect(throttle.waitSeconds('1.2.3.5')).toBe(0)
    fail('1.2.3.5', 9)
    throttle.succeeded('1.2.3.5')
    fail('1.2.3.5', 9)
    expect(throttle.waitSeconds('1.2.3.5')).toBe(0)
  })

  test.each([
    ['2001:db8:0:1::1', '2001:db8::1:ffff:2:3:4', true],
    ['2001:db8:0:1::1', '2001:0db8:0000:0001::', true],
    ['2001:db8:0:1::1', '2001:db8:0:2::1', false],
    ['::1', '::2', true],
  ])('of %s and %s count as of one place: %s', (one, other, same) => {
    const { throttle, fail } = throttleAt()
    fail(one, 10)
    expect(throttle.waitSeconds(other) > 0).toBe(same)
  })

  test('of many addresses leave each of them a single try', () => {
    const { throttle } = throttleAt()
    for (let i = 0; i < 200; i++) throttle.failed(`10.0.${i}.1`)
    expect(throttle.waitSeconds('10.9.9.9')).toBe(0)
    throttle.failed('10.9.9.9')
    expect(throttle.waitSeconds('10.9.9.9')).toBeGreaterThan(0)
  })

  test('of very many addresses take no more memory', () => {
    const { throttle } = throttleAt()
    for (let i = 0; i < 30_000; i++) throttle.failed(`10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`)
    expect(throttle.waitSeconds('10.0.0.1')).toBe(0)
    expect(throttle.waitSeconds('10.0.117.47')).toBeGreaterThan(0)
  })
})
