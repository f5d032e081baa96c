import { expect, test } from '@jest/globals'
import { chooseList } from './choose-list.ts'

const listOf = (length: number, entry: Record<string, unknown>) => Array.from({ length }, () => entry)
const fill = (entry: unknown) => entry as Record<string, unknown>
const found = listOf(3, { name: 'Anvil', url: '/1' })

test('a longer list with no more of what is asked of an entry is no better', () => {
  expect(chooseList([found, listOf(75, { name: 'Imprint', url: '/i' })], 3, fill)).toHaveLength(3)
})

test('a list with more of what is asked goes before the likelier one', () => {
  expect(chooseList([found, listOf(6, { name: 'Anvil', url: '/1', price: 2 })], 3, fill)).toHaveLength(6)
})

test('a list whose entries have less than two of what is asked is none', () => {
  expect(chooseList([listOf(9, { name: 'Anvil' })], 3, fill)).toBeUndefined()
})
