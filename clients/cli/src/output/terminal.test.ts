import { Writable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from '@jest/globals'
import { renderMarkdown } from './markdown.ts'
import { createOutput, type Output } from './output.ts'
import { createProgress } from './progress.ts'
import { plain, styled } from './styled.ts'
import { writeTable } from './table.ts'
import { widthOf } from './width.ts'

/** What is written to a terminal, or to a pipe. */
function written(isTTY: boolean, write: (out: Output) => void, env = {}, columns = 60): string {
  let text = ''
  const stream = new Writable({
    write(data, _encoding, done) {
      text += data
      done()
    },
  })
  write(createOutput(Object.assign(stream, { isTTY, columns }), env))
  return text
}

const HOSTILE = [
  '\x1b[31mred',
  '\x1b]0;title\x07',
  '\x1b]52;c;cm0gLXJm\x07',
  '\x9b2J',
  '\x1bP+q\x1b\\',
  'a\rb',
  'a\bb',
  '\u202eevil',
  '\u2066x\u2069',
  '\u{e0041}tag',
  '\0',
  '\x7f',
]
/** What a terminal obeys, or what hides or turns text. */
const OBEYED = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u

describe.each(HOSTILE)('%j of a page', (text) => {
  test('is obeyed by no terminal, however it is shown', () => {
    const shows: ((out: Output) => void)[] = [
      (out) => out.line(text),
      (out) => out.line(styled('bold', [text, styled('red', text)])),
      (out) => out.json({ [text]: [text] }),
      (out) => writeTable(out, [{ a: text, b: text }], ['a', 'b']),
      (out) => {
        for (const line of renderMarkdown(`# ${text}\n\n- [${text}](${text})\n\n> \`${text}\`\n\n| a | ${text} |\n|---|---|\n| ${text} | b |\n\n    ${text}\n`, 60)) out.line(line)
      },
    ] // biome-ignore format: a list
    for (const show of shows) {
      const own = /\x1b\[[\d;]*m/g
      expect(written(true, show).replaceAll(own, '')).not.toMatch(OBEYED)
      expect(written(true, show, { NO_COLOR: '1' })).not.toMatch(OBEYED)
    }
  })

  test('is as it was in a pipe, and is the same JSON on a terminal', () => {
    expect(written(false, (out) => out.write(text))).toBe(text)
    for (const isTTY of [true, false])
      expect(JSON.parse(written(isTTY, (out) => out.json({ text })))).toEqual({ text })
  })

  test('is shown by no line of progress', () => {
    let shown = ''
    const stream = new Writable({
      write(data, _encoding, done) {
        shown += data
        done()
      },
    })
    createProgress(stream, true).show(text)
    expect(shown.replace('\r\x1b[K', '')).not.toMatch(OBEYED)
    createProgress(stream, false).show('never')
    expect(shown).not.toContain('never')
  })
})

test('styles are for terminals alone, and for those that want them', () => {
  const show = (out: Output) => out.write(['a ', styled('bold', 'b')])
  expect(written(true, show)).toBe('a \x1b[1mb\x1b[0m')
  expect(written(false, show)).toBe('a b')
  expect(written(true, show, { NO_COLOR: '1' })).toBe('a b')
  expect(written(true, show, { TERM: 'dumb' })).toBe('a b')
})

test('Markdown is shown in lines that fit, with where links lead', () => {
  const markdown = `# Title\n\nA *long* paragraph with [a link](https://example.com/a) and \`code\` that has to be broken somewhere.\n\n1. one\n   - inner **bold**\n2. two\n\n> said\n\n\`\`\`js\nlet a = 1\n\`\`\`\n\n| a | b |\n| --- | ---: |\n| 日本 | 1 |\n`
  const lines = renderMarkdown(markdown, 30).map(plain)
  expect(lines.join('\n')).toBe(
    [
      'Title',
      '',
      'A long paragraph with a link',
      '(https://example.com/a) and',
      'code that has to be broken',
      'somewhere.',
      '',
      '1. one',
      '   • inner bold',
      '2. two',
      '',
      '│ said',
      '',
      '  let a = 1',
      '',
      'a    │ b',
      '─────┼──',
      '日本 │ 1',
      '',
    ].join('\n'),
  )
  for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(30)
})

test.each([
  '**a '.repeat(12_000),
  '![x]('.repeat(9_000),
  '[\\a'.repeat(9_000),
  '> '.repeat(20_000),
  '- '.repeat(20_000),
  '- x\n'.repeat(20_000),
  `${'|'.repeat(20_000)}\n${'|-'.repeat(20_000)}`,
])('hostile Markdown is shown like any other: %.6s', (markdown) => {
  const shown = renderMarkdown(markdown, 80).map(plain).join('\n')
  expect(stripVTControlCharacters(shown).length).toBeGreaterThan(10)
})
