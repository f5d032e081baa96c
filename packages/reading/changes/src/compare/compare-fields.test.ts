import { expect, test } from '@jest/globals'
import { compareFields, type FieldRule, type Fields } from './compare-fields.ts'

const changesOf = (before: Fields, after: Fields, rules: Record<string, FieldRule> = {}) =>
  compareFields(before, after, rules).changes.map(({ kind, section, before, after }) => [
    kind,
    section,
    before,
    after,
  ])

test('a value that changed, came or went is told under its name', () => {
  expect(changesOf({ price: 5, stock: true, old: 'x' }, { price: 6, stock: true, new: [1] })).toEqual([
    ['replaced', 'price', '5', '6'],
    ['removed', 'old', 'x', undefined],
    ['added', 'new', undefined, '[1]'],
  ])
  expect(changesOf({ constructor: 'a' }, {})).toEqual([['removed', 'constructor', 'a', undefined]])
  expect(compareFields({ a: 1 }, { a: 2 }, {}, ['added']).changed).toBe(false)
})

test('the lowest of a group counts', () => {
  const rules = { price: { take: 'lowest' as const } }
  expect(changesOf({ price: [9, 5, 7] }, { price: [5, 20] }, rules)).toEqual([])
  expect(changesOf({ price: [9, 5, 7] }, { price: [4, 20] }, rules)).toEqual([
    ['replaced', 'price', '5', '4'],
  ])
  expect(changesOf({ price: [9] }, { price: ['none'] }, rules)).toEqual([
    ['removed', 'price', '9', undefined],
  ])
})

test.each<[FieldRule, number, number, boolean]>([
  [{ min_change: 2 }, 10, 11, false],
  [{ min_change: 2 }, 10, 8, true],
  [{ min_change_percent: 10 }, 100, 109, false],
  [{ min_change_percent: 10 }, 100, 110, true],
  [{ below: 50 }, 60, 55, false],
  [{ below: 50 }, 60, 49, true],
  [{ below: 50 }, 49, 48, false],
  [{ above: 50 }, 49, 51, true],
  [{ below: 10, above: 50 }, 20, 30, false],
])('thresholds %j: from %d to %d is told: %s', (rule, before, after, counts) => {
  expect(changesOf({ n: before }, { n: after }, { n: rule })).toHaveLength(counts ? 1 : 0)
})
