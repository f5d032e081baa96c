import type { Block, Markdown, Span } from '@gleaner/formats'
import { trimMarks, trimMarksEnd } from '@gleaner/values'

const HEADING = /^ {0,3}(#{1,6})(?![^ \t])/
const FENCE = /^ {0,3}(`{3,}|~{3,})[ \t]*([^\s`]*)/

/**
 * The top-level blocks of a Markdown text, as far as sections and chunks need them: headings, fenced code, and
 * everything else as paragraphs of the text as written. The text itself is not changed but for its line ends.
 */
export function scanMarkdown(source: string): Markdown {
  const markdown = source.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const spans: Span[] = []
  let at = 0
  while (at < markdown.length) {
    const line = lineAt(markdown, at)
    if (line.text.trim() === '') {
      at = line.next
      continue
    }
    const span = headingAt(markdown, at) ?? codeAt(markdown, at) ?? paragraphAt(markdown, at)
    spans.push(span)
    at = span.end + 1
  }
  return { markdown, spans }
}

function lineAt(text: string, start: number): { text: string; end: number; next: number } {
  const feed = text.indexOf('\n', start)
  const end = feed < 0 ? text.length : feed
  return { text: text.slice(start, end), end, next: end + 1 }
}

function headingAt(markdown: string, start: number): Span | undefined {
  const line = lineAt(markdown, start)
  const match = HEADING.exec(line.text)
  if (!match) return undefined
  const content: Block = {
    type: 'heading',
    level: match[1]!.length,
    content: [{ type: 'text', value: headingText(line.text.slice(match[0].length)) }],
  }
  return { block: content, start, end: line.end }
}

/** Without the number signs that may close a heading. */
function headingText(written: string): string {
  const text = trimMarks(written, /[ \t]/)
  const open = trimMarksEnd(text, /#/)
  return /[ \t]$/.test(open) ? trimMarksEnd(open, /[ \t]/) : text
}

function codeAt(markdown: string, start: number): Span | undefined {
  const first = lineAt(markdown, start)
  const match = FENCE.exec(first.text)
  if (!match) return undefined
  const fence = match[1]!
  let line = first
  while (line.next < markdown.length) {
    line = lineAt(markdown, line.next)
    const mark = line.text.trim()
    if (mark.length >= fence.length && mark === fence[0]!.repeat(mark.length)) {
      const text = markdown.slice(first.next, Math.max(first.next, line.end - line.text.length - 1))
      return { block: { type: 'code', language: match[2]!, text }, start, end: line.end }
    }
  }
  const text = markdown.slice(first.next)
  return { block: { type: 'code', language: match[2]!, text }, start, end: markdown.length }
}

function paragraphAt(markdown: string, start: number): Span {
  let line = lineAt(markdown, start)
  let end = line.end
  while (line.next < markdown.length) {
    line = lineAt(markdown, line.next)
    if (line.text.trim() === '' || HEADING.test(line.text) || FENCE.test(line.text)) break
    end = line.end
  }
  return {
    block: { type: 'paragraph', content: [{ type: 'text', value: markdown.slice(start, end) }] },
    start,
    end,
  }
}
