import { renderInline } from './markdown-inline.ts'
import { plain, styled, type Text } from './styled.ts'
import { cut, widthOf } from './width.ts'

const LEAST_COLUMN = 6

/** A table of Markdown with its columns in line; cells that do not fit are cut. */
export function renderTable(lines: readonly string[], columns: number): Text[] {
  const [head = [], rule = [], ...body] = lines.map(cellsOf)
  const count = head.length
  const isRight = rule.map((cell) => cell.endsWith(':') && !cell.startsWith(':'))
  const rows = [head, ...body].map((row) =>
    Array.from({ length: count }, (_, at) => renderInline(row[at] ?? '')),
  )
  const widths = fitting(
    Array.from({ length: count }, (_, at) => Math.max(1, ...rows.map((row) => widthOf(plain(row[at]!))))),
    columns - 3 * (count - 1),
  )
  const line = (row: readonly Text[]): Text[] =>
    row.flatMap((cell, at) => [
      at === 0 ? '' : styled('dim', ' │ '),
      padded(cell, widths[at]!, isRight[at] ?? false),
    ])
  return [
    styled('bold', line(rows[0]!)),
    styled('dim', widths.map((width) => '─'.repeat(width)).join('─┼─')),
    ...rows.slice(1).map(line),
  ]
}

function cellsOf(line: string): string[] {
  const inside = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  return inside.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
}

/** The widest columns give way until all of them fit. */
function fitting(widths: number[], room: number): number[] {
  const fit = [...widths]
  while (fit.reduce((sum, width) => sum + width, 0) > room) {
    const widest = fit.indexOf(Math.max(...fit))
    if (fit[widest]! <= LEAST_COLUMN) break
    fit[widest]!--
  }
  return fit
}

function padded(cell: Text, width: number, isRight: boolean): Text {
  const text = plain(cell)
  const taken = widthOf(text)
  if (taken > width) return cut(text, width)
  const space = ' '.repeat(width - taken)
  return isRight ? [space, cell] : [cell, space]
}
