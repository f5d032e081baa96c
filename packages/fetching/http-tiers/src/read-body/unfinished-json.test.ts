import { expect, test } from '@jest/globals'
import { isUnfinishedJson } from './unfinished-json.ts'

const unfinished = (text: string, type = 'application/json') =>
  isUnfinishedJson({ 'content-type': type }, Buffer.from(text))

const DOCUMENT = JSON.stringify([{ a: 'no ] end, "nor" } here \\', b: [] }, 1, null, { c: 'é' }])

test('every beginning of a document is unfinished, and the document is not', () => {
  for (let end = 1; end < DOCUMENT.length; end++) {
    expect([end, unfinished(DOCUMENT.slice(0, end))]).toEqual([end, true])
  }
  for (const whole of [DOCUMENT, `\uFEFF ${DOCUMENT}\n`, `${DOCUMENT};`])
    expect(unfinished(whole)).toBe(false)
})

test.each([
  ['another type', '[1', 'text/plain'],
  ['lines of JSON', '{"a":1}\n{"a"', 'application/x-ndjson'],
  ['what is no JSON', "can't [do", 'application/json'],
  ['nothing', '', 'application/json'],
  ['UTF-16', Buffer.from('[1, 2]', 'utf16le').toString('latin1'), 'application/json'],
])('nothing is said of %s', (_what, text, type) => {
  expect(unfinished(text, type)).toBe(false)
})

test('the type may have a suffix and parameters', () => {
  expect(unfinished('{"a"', 'Application/LD+JSON; charset=utf-8')).toBe(true)
})
