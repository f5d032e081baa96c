import { jestExpect } from '@jest/expect'
import { getState, setState } from 'jest-circus'
import { ModuleMocker } from 'jest-mock'

// What test files import from `@jest/globals`: that package only works inside of jest's own module loader.
export { afterAll, afterEach, beforeAll, beforeEach, describe, it, test } from 'jest-circus'

export const expect = jestExpect

const mocker = new ModuleMocker(globalThis)

/** The part of jest's object that tests here use. */
export const jest = {
  setTimeout: (testTimeout: number) => void setState({ ...getState(), testTimeout }),
  spyOn: mocker.spyOn.bind(mocker),
}
