import { renderInline } from './markdown-inline.ts'
import { renderTable } from './markdown-table.ts'
import { styled, type Text } from './styled.ts'
import { wrap } from './wrap.ts'

/** Lines longer than this are hard to read. */
const MOST_COLUMNS = 100
const LEAST_COLUMNS = 20
/** Quotes and lists within each other; what is deeper stays as it is written. */
const MOST_DEPTH = 10

/** Markdown as lines for a terminal of so many columns. What it does not know stays as it is written. */
export function renderMarkdown(markdown: string, columns: number): Text[] {
  return renderBlocks(markdown.split('\n'), Math.min(MOST_COLUMNS, columns), 0)
}

const HEADING = /^(#{1,6}) +(.*?)(?: +#+)? *$/
const FENCE = /^ {0,3}(`{3,}|~{3,}) *(\S*)/
const RULE = /^ {0,3}(?:(?:\* *){3,}|(?:- *){3,}|(?:_ *){3,})$/
const QUOTE = /^ {0,3}> ?/
const ITEM = /^( *)([-*+]|\d{1,9}[.)]) +(.*)$/
const TABLE_RULE = /^ *\|?(?: *:?-+:? *\|)+ *(?::?-+:?)? *$/

/** The lines that are left: of `lines` from `from` on. */
interface Source {
  lines: readonly string[]
  from: number
  columns: number
  depth: number
}

interface Taken {
  /** Of the source. */
  count: number
  shown: Text[]
}

function renderBlocks(lines: readonly string[], columns: number, depth: number): Text[] {
  const shown: Text[] = []
  for (let from = 0; from < lines.length; ) {
    const taken = takeBlock({ lines, from, columns: Math.max(LEAST_COLUMNS, columns), depth })
    for (const line of taken.shown) shown.push(line)
    from += taken.count
  }
  return shown
}

function takeBlock(source: Source): Taken {
  const { lines, from, columns, depth } = source
  const [line, next] = [lines[from] ?? '', lines[from + 1] ?? '']
  if (line.trim() === '') return { count: 1, shown: [''] }
  const heading = HEADING.exec(line)
  if (heading) return { count: 1, shown: headingLines(heading[1]!.length, heading[2]!, columns) }
  if (FENCE.test(line)) return takeFence(source)
  if (RULE.test(line)) return { count: 1, shown: [styled('dim', '─'.repeat(columns))] }
  if (line.includes('|') && TABLE_RULE.test(next)) return takeTable(source)
  if (depth < MOST_DEPTH && QUOTE.test(line)) return takeQuote(source)
  if (depth < MOST_DEPTH && ITEM.test(line)) return takeItem(source)
  return takeParagraph(source)
}

function headingLines(level: number, text: string, columns: number): Text[] {
  return wrap(renderInline(text), columns).map((line) =>
    styled('bold', level === 1 ? styled('underline', line) : level === 2 ? line : styled('cyan', line)),
  )
}

function takeFence({ lines, from }: Source): Taken {
  const mark = FENCE.exec(lines[from]!)![1]!
  const isEnd = (line: string) => line.trim().startsWith(mark) && /^[`~]+$/.test(line.trim())
  const inside = countWhile(lines, from + 1, (line) => !isEnd(line))
  const code = lines.slice(from + 1, from + 1 + inside)
  return { count: inside + 2, shown: code.map((line) => ['  ', styled('yellow', line)]) }
}

function takeQuote({ lines, from, columns, depth }: Source): Taken {
  const count = countWhile(lines, from, (line) => QUOTE.test(line))
  const inner = lines.slice(from, from + count).map((line) => line.replace(QUOTE, ''))
  return {
    count,
    shown: renderBlocks(inner, columns - 2, depth + 1).map((line) => [
      styled('dim', '│ '),
      styled('italic', line),
    ]),
  }
}

function takeTable({ lines, from, columns }: Source): Taken {
  const count = countWhile(lines, from, (line) => line.includes('|'))
  return { count, shown: renderTable(lines.slice(from, from + count), columns) }
}

/** An item of a list, with what is indented below it. */
function takeItem({ lines, from, columns, depth }: Source): Taken {
  const [, indent = '', mark = '', first = ''] = ITEM.exec(lines[from]!)!
  const inside = indent.length + mark.length + 1
  const below = countWhile(
    lines,
    from + 1,
    (line) => line.trim() !== '' && leading(line) >= Math.min(inside, indent.length + 2),
  )
  const rest = lines.slice(from + 1, from + 1 + below)
  const own = [first, ...rest.map((line) => line.slice(Math.min(leading(line), inside)))]
  const bullet = /\d/.test(mark) ? `${mark} ` : '• '
  return {
    count: 1 + below,
    shown: renderBlocks(own, columns - bullet.length, depth + 1).map((line, at) => [
      at === 0 ? styled('cyan', bullet) : ' '.repeat(bullet.length),
      line,
    ]),
  }
}

function takeParagraph({ lines, from, columns }: Source): Taken {
  const goesOn = (line: string, at: number) =>
    line.trim() !== '' &&
    ![HEADING, FENCE, RULE, QUOTE, ITEM].some((begins) => begins.test(line)) &&
    !(line.includes('|') && TABLE_RULE.test(lines[at + 1] ?? ''))
  const count = 1 + countWhile(lines, from + 1, goesOn)
  const shown: Text[] = []
  let text: string[] = []
  for (const line of lines.slice(from, from + count)) {
    text.push(line.trim().replace(/\\$/, ''))
    if (!/(?: {2}|\\)$/.test(line)) continue
    shown.push(...wrap(renderInline(text.join(' ')), columns))
    text = []
  }
  if (text.length > 0) shown.push(...wrap(renderInline(text.join(' ')), columns))
  return { count, shown }
}

function leading(line: string): number {
  return line.length - line.trimStart().length
}

function countWhile(
  lines: readonly string[],
  from: number,
  holds: (line: string, at: number) => boolean,
): number {
  let at = from
  while (at < lines.length && holds(lines[at]!, at)) at++
  return at - from
}
