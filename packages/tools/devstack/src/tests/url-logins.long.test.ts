import { afterAll, beforeAll } from '@jest/globals'
import { type StackUnderTest, startStackUnderTest } from './stack-under-test.ts'
import { describeLogins } from './url-logins.ts'

let stack: StackUnderTest
beforeAll(async () => {
  stack = await startStackUnderTest()
})
afterAll(() => stack.close())

describeLogins(() => stack)
