import type { Block } from './block.ts'
import { plainText } from './inline-text.ts'
import type { Markdown, Span } from './markdown/render-markdown.ts'
import type { CountTokens } from './tokens.ts'

/** A range of the markdown that is not split between chunks. */
export interface Unit {
  start: number
  end: number
  tokens: number
  /** Headings above it, its own included when it is one. */
  path: readonly string[]
  isHeading: boolean
}

/** The markdown in units of at most `limit` tokens where rows of tables and lines of code allow it. */
export function toUnits({ markdown, spans }: Markdown, limit: number, count: CountTokens): Unit[] {
  const units: Unit[] = []
  const open: { level: number; heading: string }[] = []
  let path: readonly string[] = []
  for (const span of spans) {
    const { block } = span
    if (block.type === 'heading') {
      while (open.length > 0 && open.at(-1)!.level >= block.level) open.pop()
      open.push({ level: block.level, heading: plainText(block.content).replace(/\s+/g, ' ').trim() })
      path = open.map(({ heading }) => heading)
    }
    const isHeading = block.type === 'heading'
    for (const { start, end, tokens } of split(span, markdown, limit, count))
      units.push({ start, end, tokens, path, isHeading })
  }
  return units
}

interface Range {
  start: number
  end: number
  tokens: number
}

/** Characters of the longest token of o200k_base. */
const TOKEN_CHARS = 128

function split({ block, start, end }: Span, markdown: string, limit: number, exact: CountTokens): Range[] {
  // What is too long to fit in any case is cut without being counted.
  const count: CountTokens = (text) =>
    text.length > limit * TOKEN_CHARS ? Number.POSITIVE_INFINITY : exact(text)
  const tokens = count(markdown.slice(start, end))
  if (tokens <= limit) return [{ start, end, tokens }]
  const keepsLines = holdsLines(block)
  return cutAt(/\n+/g, { start, end, tokens }, markdown, count).flatMap((line) =>
    keepsLines || line.tokens <= limit ? [line] : splitLine(line, markdown, limit, count),
  )
}

/** Tables and code, anywhere in the block: their lines are never cut. */
function holdsLines(block: Block): boolean {
  if (block.type === 'code' || block.type === 'table' || block.type === 'math') return true
  if (block.type === 'list') return block.items.some(({ blocks }) => blocks.some(holdsLines))
  if (block.type === 'definitions')
    return block.items.some(({ definitions }) => definitions.flat().some(holdsLines))
  return 'blocks' in block && block.blocks.some(holdsLines)
}

const SENTENCE_END = /(?<=[.!?…]["”’)\]]?)\s+|(?<=[。！？])/g

function splitLine(line: Range, markdown: string, limit: number, count: CountTokens): Range[] {
  return cutAt(SENTENCE_END, line, markdown, count).flatMap((sentence) =>
    sentence.tokens <= limit ? [sentence] : splitWords(sentence, markdown, limit, count),
  )
}

/** Cuts at every match; the matched white space belongs to neither side. */
function cutAt(separator: RegExp, range: Range, markdown: string, count: CountTokens): Range[] {
  const text = markdown.slice(range.start, range.end)
  const ranges: Range[] = []
  let from = 0
  const add = (to: number) => {
    if (to > from)
      ranges.push({ start: range.start + from, end: range.start + to, tokens: count(text.slice(from, to)) })
  }
  for (const match of text.matchAll(separator)) {
    add(match.index)
    from = match.index + match[0].length
  }
  add(text.length)
  return ranges
}

/** Pieces of about `limit` tokens, cut between words where there are any. */
function splitWords(range: Range, markdown: string, limit: number, count: CountTokens): Range[] {
  const ranges: Range[] = []
  let start = range.start
  while (start < range.end) {
    let length = limit * 4
    let end = wordEnd(markdown, start, Math.min(start + length, range.end), range.end)
    let tokens = count(markdown.slice(start, end))
    while (tokens > limit && length > 8) {
      length = Math.floor((length * limit) / tokens / 1.05)
      end = wordEnd(markdown, start, Math.min(start + Math.max(length, 1), range.end), range.end)
      tokens = count(markdown.slice(start, end))
    }
    ranges.push({ start, end, tokens })
    start = end
  }
  return ranges
}

/** The last gap between words at or before `end`; `end` itself, moved out of a surrogate pair, when there is none. */
function wordEnd(markdown: string, start: number, end: number, last: number): number {
  if (end >= last) return last
  const gap = markdown.slice(start, end + 1).lastIndexOf(' ')
  if (gap > 0) return start + gap + 1
  const isPair = /[\udc00-\udfff]/.test(markdown[end]!) && end - 1 > start
  return isPair ? end - 1 : end
}
