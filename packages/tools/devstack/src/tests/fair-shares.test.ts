import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { WORK, WORK_KINDS } from '@gleaner/queue/work'
import { expect, test } from '@jest/globals'
import { KINDS_OF_WORK } from '../testing/fair/kinds-of-work.ts'

// `npm run test:long` holds as much as accounts may, and does a neighbour's work.
test('every kind of work that somebody outside may hold has a hostile account, here or by tests of its own', () => {
  const held = WORK_KINDS.filter((kind) => WORK[kind].heldBy === 'outsider')
  expect(Object.keys(KINDS_OF_WORK).toSorted()).toEqual(held.toSorted())
  for (const how of Object.values(KINDS_OF_WORK))
    if ('tests' in how)
      expect([how.tests, existsSync(join(import.meta.dirname, '../../../../..', how.tests))]).toEqual([
        how.tests,
        true,
      ])
})
