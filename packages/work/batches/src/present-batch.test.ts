import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { presentCounts } from './present-batch.ts'

test('what has not ended is pending: the counts add up to all items', () => {
  const count = fc.nat(1_000)
  fc.assert(
    fc.property(count, count, count, count, (succeeded, failed, cancelled, pending) => {
      const total = succeeded + failed + cancelled + pending
      const shown = presentCounts({ total, succeeded, failed, cancelled })
      expect(shown).toEqual({ total, completed: succeeded, failed, cancelled, pending })
    }),
  )
})
