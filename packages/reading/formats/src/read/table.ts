import { ELEMENT, type Element, findAll, findFirst, isElement, TEXT, textContent } from '@gleaner/markup'
import type { Alignment, Block, Cell } from '../block.ts'
import type { Reader } from './reader.ts'
import { layOut, MAX_CELLS, rowsOf, type SourceRow } from './table-grid.ts'
import { countParagraphs, isNarrow, isTableHead, MANY_PARAGRAPHS, TALL_TAGS } from './table-kind.ts'

/** A `<table>` as a table of content, or, when it only arranges the page, as the blocks inside of its cells. */
export function readTable(element: Element, reader: Reader): Block[] {
  const rows = rowsOf(element)
  const captions = element.children.filter((child) => child.type === ELEMENT && child.tag === 'caption')
  if (isLayout(element, rows)) return reader.blocksOf([...captions, ...rows.flatMap(({ cells }) => cells)])
  const { grid, align } = readCells(rows, reader)
  const shown = grid.filter(({ cells }) => cells.some((cell) => cell.length > 0))
  if (shown.length === 0) return reader.blocksOf(captions)
  const columns = shown.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  // Markdown lets rows be shorter than their header; beyond the limit the gaps get no cells.
  const isFilled = columns * shown.length <= MAX_CELLS
  const filled = shown.map(({ cells }) => (isFilled ? widened(cells, columns) : cells))
  const isHeader = shown[0]!.isHeader || isBoldHeader(filled)
  const first = isHeader ? filled.shift()! : []
  const header = widened(first, columns)
  if (!shown[0]!.isHeader) unmark(header)
  return [
    {
      type: 'table',
      caption: reader.inlineOf(captions),
      align: padded(align, columns),
      header,
      rows: filled,
    },
  ]
}

/** Rows of plain cells whose first row alone is bold throughout: how editors without header cells make one. */
function isBoldHeader(rows: readonly Cell[][]): boolean {
  const [first, ...rest] = rows
  return rest.length > 0 && first!.length > 1 && isBold(first!) && !rest.some(isBold)
}

function isBold(row: readonly Cell[]): boolean {
  const filled = row.filter((cell) => cell.length > 0)
  return filled.length > 1 && filled.every((cell) => cell.every(isBoldBlock))
}

function isBoldBlock(block: Block): boolean {
  return (
    block.type === 'paragraph' &&
    block.content.every((part) => part.type === 'marked' && part.mark === 'strong')
  )
}

/** Removes bold from header cells, which are shown bold anyway. */
function unmark(row: readonly Cell[]): void {
  for (const block of row.flat()) {
    if (block.type !== 'paragraph') continue
    block.content = block.content.flatMap((part) =>
      part.type === 'marked' && part.mark === 'strong' ? part.children : [part],
    )
  }
}

/** Tables that arrange the page: declared as such, one cell wide, or with whole pieces of a page in their cells. */
function isLayout(table: Element, rows: readonly SourceRow[]): boolean {
  const { role } = table.attrs
  if (role === 'presentation' || role === 'none') return true
  const cells = rows.flatMap((row) => row.cells)
  const hasHeader = cells.some(({ tag }) => tag === 'th') || table.children.some(isTableHead)
  if (!hasHeader && (isNarrow(rows) || hasOneFilledCell(rows) || isRowOfCode(rows))) return true
  const isTall = cells.some(
    (cell) => cell.children.some(isElement) && findFirst(cell, TALL_TAGS) !== undefined,
  )
  if (isTall) return !hasHeader || !holdsSmallTables(rows)
  return !hasHeader && cells.some(({ children }) => countParagraphs(children) > MANY_PARAGRAPHS)
}

/** Indents and frames around one thing: all other cells of its rows are blank. */
function hasOneFilledCell(rows: readonly SourceRow[]): boolean {
  return rows.length <= MOST_FRAMED && rows.every(({ cells }) => cells.filter(isFilledCell).length <= 1)
}

function isFilledCell(cell: Element): boolean {
  return cell.children.some((child) =>
    child.type === ELEMENT
      ? !/^(?:br|p|font|span)$/.test(child.tag) || !isBlank(textContent(child))
      : child.type === TEXT && !isBlank(child.value),
  )
}

function isBlank(text: string): boolean {
  return text.trim() === ''
}

/** Rows of a frame around something, and cells of a table that stands in a cell of another. */
const [MOST_FRAMED, MOST_NESTED] = [3, 30]

/** A single row with preformatted text in it is no row of values. */
function isRowOfCode(rows: readonly SourceRow[]): boolean {
  return rows.length === 1 && rows[0]!.cells.some((cell) => findFirst(cell, 'pre') !== undefined)
}

/** A table with a row of headers in whose cells nothing is tall but small tables. */
function holdsSmallTables(rows: readonly SourceRow[]): boolean {
  const cells = rows.flatMap((row) => row.cells)
  const tables = cells.filter((cell) => cell.tag === 'td' && findFirst(cell, 'table') !== undefined)
  if (tables.length === 0) return true
  const isHeaded =
    rows.length > 1 && rows[0]!.cells.length > 1 && rows[0]!.cells.every(({ tag }) => tag === 'th')
  return (
    isHeaded &&
    tables.every((cell) => findAll(cell, ({ tag }) => tag === 'td' || tag === 'th').length <= MOST_NESTED)
  )
}

/** Cells in their columns. One that spans several places stands in the first; the others stay empty. */
function readCells(
  rows: readonly SourceRow[],
  reader: Reader,
): { grid: { cells: Cell[]; isHeader: boolean }[]; align: Alignment[] } {
  const align: Alignment[] = []
  const grid = layOut(rows).map(({ places, isHeader }) => ({
    isHeader,
    cells: places.map((place, column): Cell => {
      if (!place?.isFirst) return []
      align[column] ??= alignmentOf(place.cell)
      return reader.blocksWithin(place.cell.children)
    }),
  }))
  return { grid, align }
}

function alignmentOf({ attrs }: Element): Alignment {
  const { align, style } = attrs
  if (align === undefined && style === undefined) return undefined
  const named = align ?? /text-align\s*:\s*(left|center|right)/i.exec(style!)?.[1]
  const lower = named?.toLowerCase()
  return lower === 'left' || lower === 'center' || lower === 'right' ? lower : undefined
}

/** A row with empty cells behind its own, where it has fewer than there are columns. */
function widened(row: Cell[], columns: number): Cell[] {
  while (row.length < columns) row.push([])
  return row
}

function padded(align: Alignment[], columns: number): Alignment[] {
  return Array.from({ length: columns }, (_, column) => align[column])
}
