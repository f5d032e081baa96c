import { expect, test } from '@jest/globals'
import { listEntries } from './list-entries.ts'
import { splitNumbered } from './split-numbered.ts'

const strings = { type: 'string' }

test.each([
  ['Step 1: Heat the pan. Step 2 Add oil. Step 3 Fry.', ['Heat the pan.', 'Add oil.', 'Fry.']],
  ['1. Heat 2 pans. 2. Add oil.', ['Heat 2 pans.', 'Add oil.']],
  ['For two. 1) Heat. 2) Fry.', ['For two.', 'Heat.', 'Fry.']],
])('%j is numbered', (text, steps) => {
  expect(splitNumbered(text)).toEqual(steps)
  expect(listEntries(text, strings)).toEqual(steps)
})

test.each(['Bake for 1 hour at 200 degrees.', 'Room 2. Then room 1.', '', 'In 2024. 3. Stir'])(
  '%j is not',
  (text) => {
    expect(splitNumbered(text)).toEqual([])
  },
)

test('numbers and bullets alone are no entries, and a list that is written twice is one', () => {
  expect(listEntries(['1', 'Stir it.', '2.', 'Fry.'], strings)).toEqual(['Stir it.', 'Fry.'])
  expect(listEntries(['6', '8', '10'], strings)).toEqual(['6', '8', '10'])
  expect(listEntries('Stir.\n,\nFry.\n,\n', strings)).toEqual(['Stir.', 'Fry.'])
  const steps = ['Stir.', 'Fry.', 'Eat.']
  expect(listEntries([...steps, ...steps], strings)).toEqual(steps)
  expect(listEntries('60 ml oil, ½ onion, 1 leek', strings)).toEqual(['60 ml oil', '½ onion', '1 leek'])
})
