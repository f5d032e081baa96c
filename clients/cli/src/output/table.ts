import { inOneLine } from './neutralise.ts'
import type { Output } from './output.ts'
import { styled } from './styled.ts'
import { cut, widthOf } from './width.ts'

export type Cell = string | number | boolean | null | undefined
export type Row = Readonly<Record<string, Cell>>

/** No column takes more, unless it is the last one. */
const MOST_COLUMNS = 60
const GAP = 2

/** Rows in columns with a heading; the last column takes what is left of the terminal. */
export function writeTable(out: Output, rows: readonly Row[], columns: readonly string[]): void {
  const cells = rows.map((row) => columns.map((column) => inOneLine(String(row[column] ?? ''))))
  const widths = columns.map((column, at) =>
    Math.min(MOST_COLUMNS, Math.max(widthOf(column), ...cells.map((row) => widthOf(row[at]!)))),
  )
  const before = widths.slice(0, -1).reduce((sum, width) => sum + width + GAP, 0)
  widths[widths.length - 1] = Math.max(10, out.columns - before - 1)
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => padded(cut(cell, widths[at]!), at === row.length - 1 ? 0 : widths[at]! + GAP))
      .join('')
  out.line(styled('dim', line(columns)))
  for (const row of cells) out.line(line(row))
}

/** Names and values below each other. */
export function writeFacts(out: Output, facts: Row): void {
  const shown = Object.entries(facts).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  const width = Math.max(0, ...shown.map(([name]) => widthOf(name))) + GAP
  for (const [name, value] of shown) out.line([styled('dim', padded(name, width)), inOneLine(String(value))])
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)))
}
