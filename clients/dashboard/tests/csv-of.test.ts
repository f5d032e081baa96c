import { expect, test } from '@jest/globals'
import { csvOf, csvOfRecords } from '../src/api/csv-of.ts'

test('a text that a spreadsheet would run has an apostrophe before it, a number has none', () => {
  const texts = ['=1+1', '+1', '-1', '@a', '\tb', '\nc', 'a,"b"', '', 'plain']
  expect(csvOf([texts])).toBe(`'=1+1,'+1,'-1,'@a,'\tb,"'\nc","a,""b""",,plain\r\n`)
  expect(csvOf([[-1, null, undefined]])).toBe('-1,,\r\n')
  expect(csvOf([['-1,5', '-a']], (text) => /^-\d/.test(text))).toBe(`"-1,5",'-a\r\n`)
})

test('records have the names of their fields above them', () => {
  expect(csvOfRecords(['id', 'note'], [{ id: 1, note: 'a' }, { id: 2 }])).toBe('id,note\r\n1,a\r\n2,\r\n')
})
