import { expect, test } from '@jest/globals'
import { jsonFit } from './json-size.ts'

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
