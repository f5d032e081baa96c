import type { CountTokens } from './tokens.ts'

export interface Range {
  start: number
  end: number
  tokens: number
}

/** Pieces of at most `limit` tokens: all of the text if it fits, else its lines, else sentences, else words. */
export function cutText(
  markdown: string,
  start: number,
  end: number,
  limit: number,
  count: CountTokens,
): Range[] {
  const whole = trimmed(markdown, start, end)
  if (whole.start >= whole.end) return []
  const tokens = count(markdown.slice(whole.start, whole.end))
  if (tokens <= limit) return [{ ...whole, tokens }]
  return cutAt(/\n+/g, whole, markdown, count).flatMap((line) =>
    line.tokens <= limit ? [line] : cutLine(line, markdown, limit, count),
  )
}

/** Lines of a table or of code, those above `limit` tokens cut between words. */
export function cutLines(
  markdown: string,
  start: number,
  end: number,
  limit: number,
  count: CountTokens,
): Range[] {
  return cutAt(/\n+/g, { start, end }, markdown, count).flatMap((line) =>
    line.tokens <= limit ? [line] : cutWords(line, markdown, limit, count),
  )
}

function trimmed(markdown: string, start: number, end: number): { start: number; end: number } {
  while (start < end && markdown[start] === '\n') start++
  while (end > start && markdown[end - 1] === '\n') end--
  return { start, end }
}

const SENTENCE_END = /(?<=[.!?…]["”’)\]]?)\s+|(?<=[。！？])/g

function cutLine(line: Range, markdown: string, limit: number, count: CountTokens): Range[] {
  return cutAt(SENTENCE_END, line, markdown, count).flatMap((sentence) =>
    sentence.tokens <= limit ? [sentence] : cutWords(sentence, markdown, limit, count),
  )
}

/** Cuts at every match; the matched white space belongs to neither side. */
function cutAt(
  separator: RegExp,
  range: { start: number; end: number },
  markdown: string,
  count: CountTokens,
): Range[] {
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

/** Pieces of about `limit` tokens, never more, cut between words where there are any. */
function cutWords(range: Range, markdown: string, limit: number, count: CountTokens): Range[] {
  const ranges: Range[] = []
  let start = range.start
  while (start < range.end) {
    let length = limit * 4
    let end = wordEnd(markdown, start, Math.min(start + length, range.end), range.end)
    let tokens = count(markdown.slice(start, end))
    while (tokens > limit && end - start > 2) {
      length = Math.floor((Math.min(length, end - start) * limit) / tokens / 1.05)
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
