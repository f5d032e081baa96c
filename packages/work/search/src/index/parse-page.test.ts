import { MEGABYTE } from '@gleaner/runtime/units'
import { longestTurn } from '@gleaner/testkit/longest-turn'
import { expect, test } from '@jest/globals'
import type { IndexedPage } from './indexed-page.ts'
import { parsePage } from './parse-page.ts'

const SIZE = 8 * MEGABYTE
const filled = (unit: string) => unit.repeat(SIZE / unit.length)

test.each([
  ['empty objects', `[${filled('{},')}0]`],
  ['numbers', `[${filled('1,')}0]`],
  ['names', `[${filled('{"a":1},')}0]`],
  ['lists in lists', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
])('a page of %s is not read, and holds the loop for a moment only', async (_, data) => {
  const text = `{"content":{"text":"words"},"extraction_result":${data}}`
  let page: IndexedPage | undefined
  const turn = await longestTurn(async () => {
    page = await parsePage(text)
  })
  expect(page).toEqual({})
  expect(turn).toBeLessThan(120)
})

test('a long text is read', async () => {
  const text = JSON.stringify({ content: { text: 'Words of a page. '.repeat(100_000) }, status_code: 200 })
  expect(await parsePage(text)).toEqual(JSON.parse(text))
})
