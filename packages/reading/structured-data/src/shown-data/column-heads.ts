import { childElements, type Element, findAll } from '@gleaner/markup'
import { shortText } from '../page-index/short-text.ts'

const MOST_COLUMNS = 40
const HEAD_CHARS = 100
/** Rows of a table that are looked at for the one that names its columns. */
const FIRST_ROWS = 3
const BOLD: ReadonlySet<string> = new Set(['b', 'strong'])

/** A cell of a row with the name of its column. */
export interface NamedCell {
  name: string
  cell: Element
}

/** The cells of a row of a table by the names that a row of header cells, or a bold one, gives its columns; none where they do not fit. */
export function namedCells(table: Element, row: Element): NamedCell[] {
  const heads = columnHeads(table)
  if (!heads || heads.row === row) return []
  const cells = spread(row)
  if (cells.length !== heads.names.length) return []
  return cells.flatMap((cell, at) => {
    const name = heads.names[at]!
    return cell && name !== '' && name !== '__proto__' ? [{ name, cell }] : []
  })
}

/** Whether a column, or a label, is that of what an entry is about. */
export function namesItsRow(name: string): boolean {
  return /\b(?:name|title|caption|subject|headline)\b/i.test(name) && name.length <= 30
}

interface Heads {
  row: Element
  names: readonly string[]
}

const known = new WeakMap<Element, Heads | false>()

function columnHeads(table: Element): Heads | undefined {
  const noted = known.get(table) ?? (findHeads(table) || false)
  known.set(table, noted)
  return noted || undefined
}

function findHeads(table: Element): Heads | undefined {
  for (const row of findAll(table, 'tr').slice(0, FIRST_ROWS)) {
    const cells = spread(row)
    if (cells.length < 2 || cells.length > MOST_COLUMNS) continue
    const isHead = cells.every((cell) => cell === undefined || cell.tag === 'th' || isBold(cell))
    if (isHead) return { row, names: cells.map((cell) => (cell ? shortText(cell, HEAD_CHARS) : '')) }
  }
  return undefined
}

/** All of a cell's text is bold. */
function isBold(cell: Element): boolean {
  const inner = childElements(cell)
  return (
    inner.length === 1 &&
    BOLD.has(inner[0]!.tag) &&
    shortText(inner[0]!, HEAD_CHARS) === shortText(cell, HEAD_CHARS)
  )
}

/** A row's cells by their columns: one that spans several stands in the first. */
function spread(row: Element): (Element | undefined)[] {
  const cells: (Element | undefined)[] = []
  for (const cell of childElements(row)) {
    if (cell.tag !== 'td' && cell.tag !== 'th') continue
    if (cells.length > MOST_COLUMNS) break
    const width = Math.min(Math.max(1, Number.parseInt(cell.attrs.colspan ?? '1', 10) || 1), MOST_COLUMNS)
    cells.push(cell, ...new Array<undefined>(width - 1).fill(undefined))
  }
  return cells
}
