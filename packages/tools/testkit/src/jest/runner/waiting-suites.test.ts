import { expect, test } from '@jest/globals'
import { createWaitingSuites } from './waiting-suites.ts'

const heavy = (name: string) => ({ path: `/home/packages/fetching/browser-tiers/src/${name}.test.ts` })
const light = (name: string) => ({ path: `/home/packages/work/jobs/src/${name}.test.ts` })

test('two heavy suites run at once, and light ones go past the others', () => {
  const [a, b, c] = [heavy('a'), heavy('b'), heavy('c')]
  const [x, y] = [light('x'), light('y')]
  const waiting = createWaitingSuites([a, b, c, x, y])
  expect(waiting.take()).toBe(a)
  const running = waiting.run(a)
  expect(waiting.take()).toBe(b)
  using _b = waiting.run(b)
  expect(waiting.take()).toBe(x)
  using _x = waiting.run(x)
  running[Symbol.dispose]()
  expect(waiting.take()).toBe(c)
  using _c = waiting.run(c)
  expect(waiting.take()).toBe(y)
  expect(waiting.take()).toBeUndefined()
})

test('a lane ends when only heavy suites are left and as many run as may', () => {
  const waiting = createWaitingSuites([heavy('a'), heavy('b'), heavy('c')])
  using _a = waiting.run(waiting.take()!)
  using _b = waiting.run(waiting.take()!)
  expect(waiting.take()).toBeUndefined()
})
