import { expect, test } from '@jest/globals'
import { parseJson } from './parse-json.ts'

function faultOf(text: string | Buffer): string {
  try {
    parseJson(Buffer.from(text as string))
  } catch (error) {
    return (error as Error).message
  }
  return ''
}

test.each<[string | Buffer, string]>([
  ["'{url:", 'begins with a single quote'],
  ["{'url': 'a'}", 'double quotes'],
  ['{“url”: “a”}', 'straight'],
  ['{"url": "a" // b\n}', 'no comments'],
  ['{"url": "a", /* b */ "c": 1}', 'no comments'],
  ['{"url": "a",}', 'take the comma'],
  ['{"formats": ["a", ]}', 'take the comma'],
  ['{"sync": False}', 'true, false, null'],
  ['{"timeout": NaN}', 'true, false, null'],
  ['{url: "a"}', 'names in double quotes'],
  ['url=https%3A%2F%2Fa.example', 'is a form'],
  ['https://a.example/', 'with the address in it'],
  ['{"url": "a"', 'ends too early'],
  ['{"url": "a', 'ends too early'],
  ['{"body": "a\nb"}', '\\n'],
  ['{"body": "C:\\d"}', 'backslash'],
  ['{"url": "a"}{"url": "b"}', 'send one object'],
  [Buffer.from('{"url": "a"}', 'utf16le'), 'UTF-16'],
])('%j is told how it is mended', (text, remedy) => {
  expect(faultOf(text)).toContain(remedy)
})

test.each(["{'key': 'sk_live_secret'}", '{"key": sk_live_secret}', '{"password": "sk_live_secret'])(
  'nothing of %s is said back',
  (text) => {
    expect(faultOf(text)).toContain('not valid JSON')
    expect(faultOf(text)).not.toContain('secret')
  },
)

test('what stands within texts is no slip', () => {
  expect(faultOf('{"a": "\'url\': // True,}" "b"}')).not.toContain(';')
})

test('a byte order mark is passed over', () => {
  expect(parseJson(Buffer.from('\ufeff{"url": "a"}'))).toEqual({ url: 'a' })
})
