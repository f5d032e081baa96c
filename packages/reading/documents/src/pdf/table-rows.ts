import { lineText, type TextLine } from './text-line.ts'

interface FoundTable {
  header: string[]
  rows: string[][]
  /** Lines it takes up. */
  count: number
}

/** Least rows for gaps to count as columns. */
const MIN_ROWS = 3

/**
 * The table that begins at line `at`: rows of several cells under each other whose columns line up. Undefined when the
 * lines there are no table, judged by their gaps.
 */
export function takeTable(lines: readonly TextLine[], at: number): FoundTable | undefined {
  if (lines[at]!.cells.length < 2) return undefined
  const rows: TextLine[] = []
  for (let line = lines[at]; line && belongs(rows, line); line = lines[at + rows.length]) rows.push(line)
  while (rows.length > 0 && rows.at(-1)!.cells.length < 2) rows.pop()
  if (rows.length < MIN_ROWS) return undefined
  const columns = columnsOf(rows)
  if (columns.length < 2) return undefined
  const cells = rows.map((row) => toCells(row, columns))
  const filled = cells.filter((row) => row.filter((cell) => cell !== '').length >= 2).length
  if (filled < cells.length * 0.6) return undefined
  const [header = [], ...body] = cells
  return { header, rows: body, count: rows.length }
}

function belongs(rows: readonly TextLine[], line: TextLine): boolean {
  const last = rows.at(-1)
  if (!last) return true
  const drop = last.y - line.y
  if (drop <= 0 || drop > Math.max(last.size, line.size) * 3.2) return false
  if (line.cells.length >= 2) return rows.some((row) => sharesColumn(row, line))
  // A single cell continues the row above, as long as it stays within one of its columns.
  const isShort = line.end - line.x < (last.end - last.x) * 0.6
  return isShort && drop < line.size * 1.6 && lineText(line).length < 60 && sharesColumn(last, line)
}

function sharesColumn(row: TextLine, line: TextLine): boolean {
  return line.cells.some((cell) => row.cells.some((other) => aligned(cell, other, line.size)))
}

function aligned(a: { x: number; end: number }, b: { x: number; end: number }, size: number): boolean {
  return Math.abs(a.x - b.x) < size * 0.8 || Math.abs(a.end - b.end) < size * 0.8
}

/** Columns as the stretches that cells cover when laid over each other. */
function columnsOf(rows: readonly TextLine[]): { x: number; end: number }[] {
  const stretches = rows
    .filter((row) => row.cells.length >= 2)
    .flatMap((row) => row.cells.map(({ x, end }) => ({ x, end })))
    .sort((a, b) => a.x - b.x)
  const columns: { x: number; end: number }[] = []
  for (const { x, end } of stretches) {
    const last = columns.at(-1)
    if (last && x < last.end) last.end = Math.max(last.end, end)
    else columns.push({ x, end })
  }
  return columns
}

function toCells(row: TextLine, columns: readonly { x: number; end: number }[]): string[] {
  const cells = columns.map(() => '')
  for (const { text, x, end } of row.cells) {
    const middle = (x + end) / 2
    const column = columns.findIndex((stretch) => middle <= stretch.end)
    const index = column < 0 ? columns.length - 1 : column
    cells[index] = cells[index] === '' ? text : `${cells[index]} ${text}`
  }
  return cells
}
