import { writtenForms } from './written-forms.ts'

/** The forms in which a text may stand on a page, encoded as a whole too: base64 alone and inside of a longer one, hex, escapes of every character. */
export function encodedForms(text: string): string[] {
  const bytes = Buffer.from(text)
  const hex = bytes.toString('hex')
  return [
    ...writtenForms(text),
    ...IN_MARKDOWN.map((marks) => text.replace(marks, '\\$&')),
    ...[0, 1, 2].flatMap((before) => insideBase64(bytes, before)),
    hex,
    hex.toUpperCase(),
    ...EACH_CHARACTER.map((written) => [...text].map(written).join('')),
  ]
}

const code = (char: string) => char.codePointAt(0)!
const percent = (char: string) => Buffer.from(char).toString('hex').replace(/../g, '%$&')

/** What is escaped in Markdown: what could mean something, or all that may be (CommonMark, ASCII punctuation). */
const IN_MARKDOWN = [/[\\`*_{}[\]()#+\-.!~|<>]/g, /[!-/:-@[-`{-~]/g]

/** How programs hide a text from readers of the source. */
const EACH_CHARACTER: readonly ((char: string) => string)[] = [
  percent,
  (char) => percent(char).toUpperCase(),
  (char) => `&#${code(char)};`,
  (char) => `&#x${code(char).toString(16)};`,
  (char) => `\\u${code(char).toString(16).padStart(4, '0')}`,
]

/** What base64 makes of bytes that begin so many bytes (modulo 3) after its own beginning, without the characters that hold bits of others. */
function insideBase64(bytes: Buffer, before: number): string[] {
  const whole = Buffer.concat([Buffer.alloc(before), bytes])
    .toString('base64')
    .replace(/=+$/, '')
  const begin = before === 0 ? 0 : before + 1
  const end = (before + bytes.length) % 3 === 0 ? whole.length : whole.length - 1
  const forms = [whole.slice(begin, end), ...(before === 0 ? [whole] : [])]
  return forms.flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')])
}
