import { existsSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { LONG_SUITES } from './longest-first.ts'

test('the long suites that begin first are there', () => {
  const root = new URL('../../../../../', import.meta.url)
  expect(LONG_SUITES.filter((suite) => !existsSync(new URL(suite, root)))).toEqual([])
})
