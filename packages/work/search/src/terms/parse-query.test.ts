import { expect, test } from '@jest/globals'
import { parseQuery } from './parse-query.ts'
import { wordsOf } from './words.ts'

const word = (words: string) => ({ words, isQuoted: false })

test('words, phrases, alternatives, what is unwanted and sites are told apart', () => {
  expect(parseQuery('Red "Big car" -blue -"old one" this OR that site:A.test/x')).toEqual({
    groups: [[word('red')], [{ words: 'big car', isQuoted: true }], [word('this'), word('that')]],
    excluded: [word('blue'), { words: 'old one', isQuoted: true }],
    sites: ['a.test'],
  })
})

const folded: [string, string][] = [
  ['Café ÉCOLE', 'cafe ecole'],
  ['Ｆｕｌｌ width', 'full width'],
  ['fs.readFile(x)', 'fs readfile x'],
  ['東京都', '東京 京都 都'],
  ['й Ёлка', 'й ёлка'],
  ['שָׁלוֹם', 'שלום'],
  ['iPhone15ケース', 'iphone15 ケー ース ス'],
  ['a—b “c” d', 'a b c d'],
]
test.each(folded)('the words of %s', (text, words) => {
  expect(wordsOf(text)).toBe(words)
})

test('the last character of a run is not looked for twice, a quote without its end ends with the query', () => {
  expect(parseQuery('東京都').groups).toEqual([[word('東京 京都')]])
  expect(parseQuery('"a b').groups).toEqual([[{ words: 'a b', isQuoted: true }]])
  expect(parseQuery('  - OR "" ').groups).toEqual([])
})
