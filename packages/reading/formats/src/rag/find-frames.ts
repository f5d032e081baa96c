/**
 * A table, fenced code or formula of the Markdown: what stands in it is read with its first lines alone, so a piece of
 * it that begins elsewhere repeats them.
 */
export interface Frame {
  start: number
  end: number
  /** Where its first row or line begins, and where the last one ends. */
  bodyStart: number
  bodyEnd: number
  /** What a piece that does not begin with the frame begins with, and what such a piece ends with. */
  open: string
  close: string
  /** What the piece that begins with the frame ends with. */
  closeFirst: string
  /** The prefix of the containers that every line of it stands in. */
  prefix: string
}

interface Line {
  start: number
  end: number
  /** Markers of quotes and lists, and the white space around them. */
  prefix: string
  rest: string
}

const CONTAINERS = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))*[ \t]*/
const FENCE = /^(?:`{3,}|~{3,}|\$\$)/
const TABLE_RULE = /^[ \t|:-]+$/

/** All frames of the Markdown, in their order; one that is not closed ends with the text or its quote. */
export function findFrames(markdown: string): Frame[] {
  const frames: Frame[] = []
  const lines = toLines(markdown)
  for (let at = 0; at < lines.length; at++) {
    const last = fenceAt(lines, at, frames) ?? tableAt(markdown, lines, at, frames)
    if (last !== undefined) at = last
  }
  return frames
}

function toLines(markdown: string): Line[] {
  const lines: Line[] = []
  for (let start = 0; start <= markdown.length; ) {
    const feed = markdown.indexOf('\n', start)
    const end = feed < 0 ? markdown.length : feed
    const text = markdown.slice(start, end)
    const prefix = CONTAINERS.exec(text)![0]
    lines.push({ start, end, prefix, rest: text.slice(prefix.length) })
    start = end + 1
  }
  return lines
}

/** The number of the fence's last line, when one begins at `at`. */
function fenceAt(lines: readonly Line[], at: number, frames: Frame[]): number | undefined {
  const first = lines[at]!
  const mark = FENCE.exec(first.rest)?.[0]
  if (mark === undefined || !opens(mark, first.rest.slice(mark.length))) return undefined
  const prefix = continued(first.prefix)
  const isQuoted = prefix.includes('>')
  let last = at + 1
  while (last < lines.length && !closes(lines[last]!, mark)) {
    if (isQuoted && !lines[last]!.prefix.includes('>')) break
    last++
  }
  const isClosed = last < lines.length && closes(lines[last]!, mark)
  // Two dollars that nothing closes are money.
  if (!isClosed && mark === '$$') return undefined
  const end = lines[isClosed ? last : last - 1]!
  const repeated = repeatedPrefix(prefix)
  frames.push({
    start: first.start,
    end: end.end,
    bodyStart: lines[at + 1]?.start ?? first.end,
    bodyEnd: lines[last - 1]!.end,
    open: `${repeated}${first.rest.trimEnd()}\n`,
    close: `\n${repeated}${mark}`,
    closeFirst: `\n${prefix}${mark}`,
    prefix,
  })
  return isClosed ? last : last - 1
}

function opens(mark: string, info: string): boolean {
  if (mark[0] === '`') return !info.includes('`')
  return mark !== '$$' || info.trim() === ''
}

function closes({ rest }: Line, mark: string): boolean {
  const text = rest.trim()
  return text.length >= mark.length && text === mark[0]!.repeat(text.length)
}

/** The number of the table's last line, when one begins at `at`. */
function tableAt(markdown: string, lines: readonly Line[], at: number, frames: Frame[]): number | undefined {
  const [header, rule] = [lines[at]!, lines[at + 1]]
  if (!rule || !header.rest.includes('|') || !isTableRule(rule.rest)) return undefined
  let last = at + 1
  while (lines[last + 1]?.rest.includes('|')) last++
  const prefix = continued(header.prefix)
  const repeated = repeatedPrefix(prefix)
  frames.push({
    start: header.start,
    end: lines[last]!.end,
    bodyStart: Math.min(rule.end + 1, markdown.length),
    bodyEnd: lines[last]!.end,
    open: `${repeated}${header.rest}\n${repeated}${rule.rest}\n`,
    close: '',
    closeFirst: '',
    prefix,
  })
  return last
}

function isTableRule(text: string): boolean {
  return text.includes('|') && text.includes('-') && TABLE_RULE.test(text)
}

/** The prefix of further lines: markers of lists are said once. */
function continued(prefix: string): string {
  return prefix.replace(/[^>\t]/g, ' ')
}

/** Without the indent of lists, which four spaces would make code without its list. */
function repeatedPrefix(prefix: string): string {
  return prefix.includes('>') ? prefix : ''
}
