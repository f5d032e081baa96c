import { decodeHTML } from 'entities'
import type { IndexedPage } from './indexed-page.ts'

/** What a reader sees of a page. */
export interface ReadableText {
  /** Lines with line breaks between them, without markup. */
  text: string
  headings: string[]
}

const MOST_HEADINGS = 200
const MOST_HEADING_CHARS = 150

/** The text of a result in whichever of its formats says it best, up to `mostChars` characters. */
export function readableText(page: IndexedPage, mostChars: number): ReadableText {
  const { content } = page
  if (typeof content === 'string') return ofMarkdown(content, mostChars)
  const formats = (content ?? {}) as Record<string, unknown>
  for (const [format, read] of READERS) {
    const value = formats[format]
    if (typeof value === 'string' && value.trim()) return read(value, mostChars)
  }
  const { content: document } = formats
  const body = (document as { body_markdown?: unknown } | undefined)?.body_markdown
  if (typeof body === 'string') return ofMarkdown(body, mostChars)
  // Structures last: their texts in the order of the page.
  const structure = formats.json_v2 ?? formats.rag ?? formats.json ?? page.structured_content
  return { text: textsOf(structure, mostChars), headings: [] }
}

/** Formats that are texts, the best first. */
const READERS: readonly [string, (text: string, mostChars: number) => ReadableText][] = [
  ['markdown', ofMarkdown],
  ['text', (text, mostChars) => ({ text: tidy(text.slice(0, mostChars)), headings: [] })],
  ['html', ofHtml],
  ['raw', ofHtml],
]

function ofMarkdown(markdown: string, mostChars: number): ReadableText {
  const headings: string[] = []
  const lines: string[] = []
  let isCode = false
  for (const line of withoutAddresses(markdown.slice(0, 2 * mostChars)).split('\n')) {
    if (/^\s{0,3}(?:```|~~~)/.test(line)) {
      isCode = !isCode
      continue
    }
    const text = isCode ? line : plainLine(line)
    if (!isCode && /^#{1,6} /.test(line) && headings.length < MOST_HEADINGS)
      headings.push(text.slice(0, MOST_HEADING_CHARS))
    lines.push(text)
  }
  return { text: tidy(lines.join('\n')).slice(0, mostChars).toWellFormed(), headings: headings.map(tidy) }
}

/** Links and images without their targets. Every repetition is bounded: the text is a stranger's. */
function withoutAddresses(markdown: string): string {
  return markdown.replace(/\]\([^()\s]{0,2000}(?: "[^"\n]{0,300}")?\)/g, ' ').replace(/!?\[(?=[^\s\]])/g, '')
}

/** A line without the marks of headings, quotes, lists, tables and emphasis. Underscores stay: they are parts of names. */
function plainLine(line: string): string {
  return line
    .replace(/^[\s>]{0,20}(?:#{1,6} |[-*+] |\d{1,9}[.)] )?/, '')
    .replace(/\*{1,3}|`{1,3}|\\(?=[\\`*_{}[\]()#+\-.!|<>~])/g, '')
    .replace(/\|/g, ' ')
    .replace(/^[\s:=-]+$/, '')
}

/** The text between the tags. The page was cleaned of scripts before; of what was not, nothing but words is taken. */
function ofHtml(html: string, mostChars: number): ReadableText {
  let text = ''
  let at = 0
  while (at < html.length && text.length < mostChars) {
    const open = html.indexOf('<', at)
    text += html.slice(at, open === -1 ? html.length : open)
    if (open === -1) break
    const skipped = SKIPPED.exec(html.slice(open, open + 10))
    const end = skipped ? html.indexOf(`</${skipped[1]!}`, open) : open
    const close = html.indexOf('>', end === -1 ? html.length : end)
    if (close === -1) break
    text += ' '
    at = close + 1
  }
  return { text: tidy(decodeHTML(text.slice(0, mostChars))).toWellFormed(), headings: [] }
}

const SKIPPED = /^<(script|style)\b/

/** The strings in a structure, depth first. */
function textsOf(value: unknown, mostChars: number): string {
  const texts: string[] = []
  let chars = 0
  const waiting: unknown[] = [value]
  while (waiting.length > 0 && chars < mostChars) {
    const next = waiting.pop()
    if (typeof next === 'string' && !/^(?:https?:|data:)/.test(next)) {
      texts.push(next.slice(0, mostChars - chars))
      chars += next.length + 1
    } else if (typeof next === 'object' && next !== null) {
      waiting.push(...Object.values(next).slice(0, 10_000).reverse())
    }
  }
  return tidy(texts.join('\n')).toWellFormed()
}

/** Blanks and empty lines told once, without control characters, which Postgres does not store all. */
function tidy(text: string): string {
  return text
    .replace(/[^\S\n]+|[\x00-\x09\x0b-\x1f\x7f]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim()
}
