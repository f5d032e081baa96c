import { afterAll, beforeAll, expect } from '@jest/globals'
import { describeFairness } from './fairness.ts'
import { describeRecurringWork } from './recurring-work.ts'
import { isRunning } from './run-stack.ts'
import { describeKills, describeScrapes } from './scrapes.ts'
import { describeShownMetrics } from './shown-metrics.ts'
import { type StackUnderTest, startStackUnderTest } from './stack-under-test.ts'
import { describeLogins } from './url-logins.ts'

// One stack for all: starting one is what takes the time. Each part looks at its own accounts and pages.
let stack: StackUnderTest
beforeAll(async () => {
  stack = await startStackUnderTest()
})
afterAll(async () => {
  // The supervisor is this process.
  const { supervisor, ...started } = stack.fleet.info.pids
  await stack.close()
  const left = Object.values(started).map(isRunning)
  expect(left).toEqual(left.map(() => false))
})

const running = () => stack

describeLogins(running)
describeScrapes(running)
describeKills(running)
describeRecurringWork(running)
describeFairness(running)
describeShownMetrics(running)
