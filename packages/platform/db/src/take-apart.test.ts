import { expect, test } from '@jest/globals'
import { CommitUnknown } from './commit-unknown.ts'
import { takeApart, throwStuck } from './take-apart.ts'

/** Works on groups like a statement: a group with a bad number in it changes nothing. */
function open(bad: readonly number[]) {
  const done: number[] = []
  let calls = 0
  const work = async (numbers: readonly number[]) => {
    calls++
    const found = numbers.find((n) => bad.includes(n))
    if (found !== undefined) throw new Error(`${found} is bad`)
    done.push(...numbers)
  }
  return { work, done, calls: () => calls }
}

const NUMBERS = Array.from({ length: 100 }, (_, n) => n)

test.each([[[]], [[0]], [[99]], [[13, 14, 50]], [NUMBERS]])(
  'each item is done once, but for those that fail alone: %j',
  async (bad) => {
    const { work, done, calls } = open(bad)
    const stuck = await takeApart(NUMBERS, work)
    expect(done).toEqual(NUMBERS.filter((n) => !(bad as number[]).includes(n)))
    expect(stuck).toEqual(bad.map((n) => ({ item: n, fault: new Error(`${n} is bad`) })))
    // Log2 of 100, twice, for each.
    expect(calls()).toBeLessThanOrEqual(1 + 14 * bad.length)
  },
)

test('a database that is away is no fault of an item', async () => {
  const { done } = open([])
  const away = takeApart(NUMBERS, async () => {
    throw new CommitUnknown(new Error('away'))
  })
  await expect(away).rejects.toBeInstanceOf(CommitUnknown)
  expect(done).toEqual([])
})

test('faults are thrown together', () => {
  throwStuck([], 'rows')
  expect(() => throwStuck([{ item: 1, fault: new Error('bad') }], 'rows failed')).toThrow('1 rows failed')
})
