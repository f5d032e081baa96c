import { expect, test } from '@jest/globals'
import { plainText } from './plain-text.ts'

test.each([
  ['Salt &amp; pepper', 'Salt & pepper'],
  ['Salt &amp;amp; pepper', 'Salt & pepper'],
  ['<p>Mix.</p>\n<p>Bake for <b>an hour</b>.</p>', 'Mix.\nBake for an hour.'],
  ['&lt;ul&gt;&lt;li&gt;a&lt;/li&gt;&lt;li&gt;b&lt;/li&gt;&lt;/ul&gt;', 'a\nb'],
  ['one<br/>two', 'one\ntwo'],
  ['a < b and c > d', 'a < b and c > d'],
  ['List<String> of 3 <unknown>', 'List<String> of 3 <unknown>'],
  ['<a href="https://x.example/?a=1&amp;b=2">Link</a>', 'Link'],
])('%j says %j', (value, text) => expect(plainText(value)).toBe(text))
