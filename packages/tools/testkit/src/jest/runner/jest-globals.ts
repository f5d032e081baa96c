import { jestExpect } from '@jest/expect'
import { ModernFakeTimers } from '@jest/fake-timers'
import type { Config } from '@jest/types'
import { getState, setState } from 'jest-circus'
import { ModuleMocker } from 'jest-mock'

// What test files import from `@jest/globals`: that package only works inside of jest's own module loader.
export { afterAll, afterEach, beforeAll, beforeEach, describe, it, test } from 'jest-circus'

export const expect = jestExpect

const mocker = new ModuleMocker(globalThis)
const config = { fakeTimers: {} } as Config.ProjectConfig
const timers = new ModernFakeTimers({ config, global: globalThis })

/** The part of jest's object that tests here use. */
export const jest = {
  setTimeout: (testTimeout: number) => void setState({ ...getState(), testTimeout }),
  spyOn: mocker.spyOn.bind(mocker),
  useFakeTimers: timers.useFakeTimers.bind(timers),
  useRealTimers: timers.useRealTimers.bind(timers),
  advanceTimersByTime: timers.advanceTimersByTime.bind(timers),
  advanceTimersByTimeAsync: timers.advanceTimersByTimeAsync.bind(timers),
}
