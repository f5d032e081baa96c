import { ELEMENT, type Element, findFirst, isElement, isHidden } from '@gleaner/markup'
import type { Alignment, Block, Cell } from '../block.ts'
import type { Reader } from './reader.ts'

/** Cells of one table after spans are laid out; no real table has more. */
const MAX_CELLS = 200_000
const MAX_COLUMNS = 1000

interface SourceRow {
  cells: Element[]
  isHeader: boolean
}

/** A `<table>` as a table of content, or, when it only arranges the page, as the blocks inside of its cells. */
export function readTable(element: Element, reader: Reader): Block[] {
  const rows = rowsOf(element)
  const captions = element.children.filter((child) => child.type === ELEMENT && child.tag === 'caption')
  if (isLayout(element, rows)) return reader.blocksOf([...captions, ...rows.flatMap(({ cells }) => cells)])
  const { grid, align } = layOut(rows, reader)
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

/** The rows of this table, not those of tables inside of it, header first and footer last as browsers show them. */
function rowsOf(table: Element): SourceRow[] {
  const parts: Record<string, SourceRow[]> = { thead: [], tbody: [], tfoot: [] }
  for (const child of table.children) {
    if (child.type !== ELEMENT || isHidden(child)) continue
    if (child.tag === 'tr') parts.tbody!.push(rowOf(child, false))
    for (const row of parts[child.tag] ? child.children : []) {
      if (row.type === ELEMENT && row.tag === 'tr' && !isHidden(row))
        parts[child.tag]!.push(rowOf(row, child.tag === 'thead'))
    }
  }
  return [...parts.thead!, ...parts.tbody!, ...parts.tfoot!].filter(({ cells }) => cells.length > 0)
}

function rowOf(row: Element, inHead: boolean): SourceRow {
  const cells = row.children.filter(
    (child): child is Element =>
      child.type === ELEMENT && (child.tag === 'td' || child.tag === 'th') && !isHidden(child),
  )
  return { cells, isHeader: inHead || (cells.length > 0 && cells.every(({ tag }) => tag === 'th')) }
}

/** Blocks that do not fit into a line of a Markdown table. */
const TALL_TAGS = new Set([
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'table',
  'form',
  'article',
  'section',
  'blockquote',
  'hr',
])

/** Tables that arrange the page: declared as such, one cell wide, or with whole pieces of a page in their cells. */
function isLayout(table: Element, rows: SourceRow[]): boolean {
  const { role } = table.attrs
  if (role === 'presentation' || role === 'none') return true
  const cells = rows.flatMap((row) => row.cells)
  const hasHeader = cells.some(({ tag }) => tag === 'th') || table.children.some(isTableHead)
  const isNarrow =
    rows.every((row) => row.cells.length <= 1) && !cells.some((cell) => Number(cell.attrs.colspan) > 1)
  if (isNarrow && !hasHeader) return true
  const isTall = cells.some(
    (cell) => cell.children.some(isElement) && findFirst(cell, TALL_TAGS) !== undefined,
  )
  if (isTall)
    return !hasHeader || cells.some((cell) => cell.tag === 'td' && findFirst(cell, 'table') !== undefined)
  return !hasHeader && cells.some((cell) => countParagraphs(cell) > 3)
}

function isTableHead(child: Element['children'][number]): boolean {
  return child.type === ELEMENT && (child.tag === 'thead' || child.tag === 'caption')
}

function countParagraphs(cell: Element): number {
  return cell.children.filter(
    (child) => child.type === ELEMENT && (child.tag === 'p' || child.tag === 'div' || child.tag === 'br'),
  ).length
}

/** Puts every cell into its column. A cell that spans several stands in the first; the others stay empty. */
function layOut(
  rows: SourceRow[],
  reader: Reader,
): { grid: { cells: Cell[]; isHeader: boolean }[]; align: Alignment[] } {
  const align: Alignment[] = []
  /** Rows below that each column is still taken for. */
  const taken: number[] = []
  let budget = MAX_CELLS
  const grid = rows.map(({ cells, isHeader }) => {
    const line: Cell[] = []
    for (const cell of cells) {
      while ((taken[line.length] ?? 0) > 0) skipTaken(line, taken)
      if (line.length >= MAX_COLUMNS || budget-- <= 0) break
      const width = span(cell.attrs.colspan, Math.min(MAX_COLUMNS - line.length, Math.max(1, budget)))
      const height = span(cell.attrs.rowspan, rows.length)
      align[line.length] ??= alignmentOf(cell)
      for (let column = 0; column < width; column++) {
        if (height > 1) taken[line.length] = height - 1
        line.push(column === 0 ? reader.blocksWithin(cell.children) : [])
      }
      budget -= width - 1
    }
    while ((taken[line.length] ?? 0) > 0) skipTaken(line, taken)
    for (let column = line.length; column < taken.length; column++) if (taken[column]! > 0) taken[column]!--
    return { cells: line, isHeader }
  })
  return { grid, align }
}

function skipTaken(line: Cell[], taken: number[]): void {
  taken[line.length]!--
  line.push([])
}

/** A span as HTML reads it: at least 1; `rowspan=0` reaches to the end. */
function span(value: string | undefined, most: number): number {
  if (value === undefined) return 1
  const number = Number.parseInt(value, 10)
  if (number === 0) return most
  return Math.max(1, Math.min(number > 0 ? number : 1, most))
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
