import { expect, test } from '@jest/globals'
import { jsonFit, mostJsonBytes } from './json-size.ts'

const jsonBytes = (text: string) => Buffer.byteLength(JSON.stringify(text))

test.each([
  ['letters', 'abc'],
  ['every ASCII character', String.fromCharCode(...Array(128).keys())],
  ['characters of two and three bytes', 'äöü€漢字\u2028\u2029\ufeff\uffff'],
  ['pairs of surrogates', '😀'.repeat(5)],
  ['halves of pairs', 'a\ud800b\udc00\udc00\ud800'],
  ['nothing', ''],
])('finds the longest start of %s that fits as JSON', (_, text) => {
  const full = jsonBytes(text)
  for (let most = 2; most <= full + 1; most++) {
    const end = jsonFit(text, most)
    expect(jsonBytes(text.slice(0, end))).toBeLessThanOrEqual(most)
    if (most >= full) expect(end).toBe(text.length)
    // One character more would be too much.
    else
      expect(
        jsonBytes(text.slice(0, end + String.fromCodePoint(text.codePointAt(end)!).length)),
      ).toBeGreaterThan(most)
  }
})

test.each([
  ['texts', ['', 'a"b\\', '\u0001\u001f', 'é中', '😀', '\ud800']],
  ['numbers', [0, -1.7976931348623157e308, 5e-324, Number.NaN]],
  ['what is left out or null', [undefined, null, true, { a: undefined, b: [undefined] }]],
  ['nested values', [{ 'a"\n': [{ b: {} }, [], ['x', 1]] }]],
])('bounds the JSON of %s', (_, values) => {
  for (const value of values)
    expect(mostJsonBytes(value)).toBeGreaterThanOrEqual(Buffer.byteLength(JSON.stringify(value) ?? ''))
})

test('does not bound what it would have to ask or to follow down', () => {
  let deep: unknown = 'x'
  for (let level = 0; level < 10_000; level++) deep = [deep]
  expect(mostJsonBytes(deep)).toBe(Number.POSITIVE_INFINITY)
  expect(mostJsonBytes({ at: new Date(0) })).toBe(Number.POSITIVE_INFINITY)
})
