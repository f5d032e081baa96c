import { expect, test } from '@jest/globals'
import { createJsonCursor } from './json-cursor.ts'
import { locateContent } from './locate-content.ts'
import { createUnquoter } from './unquote.ts'

const TEXT = 'a "quoted" \\ line\n\u0007 of ü, 😀 and ￿ \\"} , {"content":{"markdown":"no"}}'
const PAGE = {
  metadata: { content: { markdown: 'not this' }, list: [1, { content: 2 }, '\\'] },
  content: { text: 'short', markdown: TEXT, json: { a: [1, { b: '}' }] }, rag: null, raw: '' },
  headers: { 'content-type': 'text/html', content: ':' },
  final_url: 'https://example.com/\u00fc',
  status_code: 200,
}
/** Escaped as little as JSON allows, and as much. */
const WRITTEN = [
  JSON.stringify(PAGE),
  JSON.stringify(PAGE).replaceAll(
    /[^\x00-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  ),
]

function* cut(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

test.each([1, 2, 3, 5, 7, 11, 64, 10_000])(
  'a value is found and read in pieces of %d bytes',
  async (size) => {
    for (const text of WRITTEN) {
      const bytes = Buffer.from(text)
      for (const [format, value] of Object.entries(PAGE.content)) {
        const { content, values } = await locateContent(cut(bytes, size), `content.${format}`)
        const span = bytes.subarray(content!.start, content!.end)
        expect(JSON.parse(span.toString())).toEqual(value)
        if (size >= 64)
          expect(values).toEqual({ headers: PAGE.headers, final_url: PAGE.final_url, status_code: 200 })
        if (typeof value !== 'string') continue
        const unquote = createUnquoter()
        const parts = [...cut(span.subarray(1, -1), size)].map((piece) => unquote(piece, false))
        expect(Buffer.concat([...parts, unquote(Buffer.alloc(0), true)]).toString()).toBe(value)
      }
      expect((await locateContent(cut(bytes, size), 'content.absent')).content).toBeUndefined()
    }
  },
)

test('half a pair becomes the character that stands for none', () => {
  const written = JSON.stringify('a\ud83d b\ude00').slice(1, -1)
  expect(createUnquoter()(Buffer.from(written), true).toString()).toBe('a\ufffd b\ufffd')
})

test('many short strings take the time of their text, not of its square', () => {
  const text = Buffer.from(JSON.stringify({ list: Array.from({ length: 300_000 }, () => 'ab') }))
  const read = (bytes: Buffer) => {
    const start = process.cpuUsage().user
    createJsonCursor().read(bytes)
    return process.cpuUsage().user - start
  }
  read(text)
  const [short, long] = [read(text.subarray(0, text.length / 8)), read(text)]
  // Eight times the text; its square would be sixty-four times.
  expect(long).toBeLessThan(Math.max(short, 5_000) * 32)
})
