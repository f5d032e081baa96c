import { GATEWAY_ENDPOINTS } from '@gleaner/contracts'
import { expect, test } from '@jest/globals'
import { HANDLERS } from './handlers.ts'

test('the files of routes/ export handlers and nothing else', () => {
  expect(Object.keys(HANDLERS).sort()).toEqual(Object.keys(GATEWAY_ENDPOINTS).sort())
})
