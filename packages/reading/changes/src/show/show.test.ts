import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { applyPatch } from 'rfc6902'
import { jsonPatch } from './json-patch.ts'
import { toMarkdown } from './to-markdown.ts'
import { wordDiff } from './word-diff.ts'

test('a JSON Patch makes the later document, as another implementation applies it', () => {
  const json = fc.jsonValue({ maxDepth: 4 }).filter((value) => !JSON.stringify(value).includes('__proto__'))
  fc.assert(
    fc.property(json, json, (before, after) => {
      const holder = { value: structuredClone(before) }
      const faults = applyPatch(holder, jsonPatch({ value: before }, { value: after }))
      expect(faults.every((fault) => fault === null)).toBe(true)
      expect(JSON.stringify(holder.value)).toBe(
        JSON.stringify(after === undefined ? null : sorted(holder.value, after)),
      )
    }),
  )
})

/** `after` with its keys in the order of `like`: an object has no order. */
function sorted(like: unknown, after: unknown): unknown {
  expect(like).toEqual(after)
  return like
}

test('only what changed is in the patch', () => {
  const before = { a: { 'b/c': 1, d: [1, 2, 3] }, e: 'x' }
  expect(jsonPatch(before, { a: { 'b/c': 2, d: [1, 3] }, e: 'x' })).toEqual([
    { op: 'replace', path: '/a/b~1c', value: 2 },
    { op: 'remove', path: '/a/d/1' },
  ])
  const long = Array.from({ length: 100_000 }, (_, i) => i)
  expect(jsonPatch(long, [...long, 1]).length).toBe(1)
})

describe('words', () => {
  test('that went and came make both texts', () => {
    const text = fc
      .array(fc.constantFrom('a', ' ', 'price', '1,299.00', '5', '\n', '😀'), { maxLength: 30 })
      .map((words) => words.join(''))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const pieces = wordDiff(before, after)
        const without = (type: string) =>
          pieces
            .filter((piece) => piece.type !== type)
            .map((piece) => piece.text)
            .join('')
        expect([without('added'), without('removed')]).toEqual([before, after])
      }),
    )
  })

  test('are whole numbers', () => {
    expect(wordDiff('now $1,299.00 only', 'now $1,199.00 only')).toEqual([
      { type: 'same', text: 'now $' },
      { type: 'removed', text: '1,299.00' },
      { type: 'added', text: '1,199.00' },
      { type: 'same', text: ' only' },
    ])
  })
})

test('people read changes by heading, and what a page says stays text', () => {
  const text = toMarkdown(
    [
      { kind: 'replaced', what: 'text', section: 'Anvil', before: 'now $5 only', after: 'now $4 only' },
      { kind: 'removed', what: 'text', section: 'Anvil', before: '*Loud*' },
      { kind: 'replaced', what: 'link', section: 'More', label: 'Cart', before: '/cart', after: '/basket' },
      { kind: 'moved', what: 'text', section: 'More', before: 'x', after: 'x' },
    ],
    7,
  )
  expect(text).toBe(
    [
      '### Anvil\n',
      '- now $~~5~~**4** only',
      '- ~~\\*Loud\\*~~',
      '\n### More\n',
      '- link “Cart”: ~~/cart~~ → **/basket**',
      '- moved: x',
      '\n3 more',
    ].join('\n'),
  )
})
