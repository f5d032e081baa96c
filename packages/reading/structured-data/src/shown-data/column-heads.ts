import { childElements, ELEMENT, type Element, findAll, isHidden } from '@gleaner/markup'
import { shortText } from '../page-index/short-text.ts'

const MOST_COLUMNS = 40
const HEAD_CHARS = 100
/** Rows of a table that are looked at for the one that names its columns. */
const FIRST_ROWS = 3
const BOLD: ReadonlySet<string> = new Set(['b', 'strong'])

const TABLE_ROLES: ReadonlySet<string> = new Set(['table', 'grid', 'treegrid'])
const CELL_TAGS: ReadonlySet<string> = new Set(['td', 'th'])
const CELL_ROLES: ReadonlySet<string> = new Set(['cell', 'gridcell', 'columnheader', 'rowheader'])

/** A table by its tag, or by ARIA's roles, as grids of boxes are. */
export function isTable({ tag, attrs }: Element): boolean {
  return tag === 'table' || TABLE_ROLES.has(attrs.role ?? '')
}

/** A row of such a table. */
export function isRow({ tag, attrs, parent }: Element): boolean {
  if (tag !== 'tr' && parent?.type === ELEMENT && isHidden(parent)) return false
  return tag === 'tr' || attrs.role === 'row'
}

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
  if (cells.length !== heads.names.length || cells.every(isHead)) return []
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
  for (const row of findAll(table, isRow).slice(0, FIRST_ROWS)) {
    const cells = spread(row)
    if (cells.length < 2 || cells.length > MOST_COLUMNS) continue
    if (cells.every((cell) => isHead(cell) || (cell && isBold(cell))))
      return { row, names: cells.map((cell) => (cell ? shortText(cell, HEAD_CHARS) : '')) }
  }
  return undefined
}

/** It names its column; what a cell before it spans says nothing else. */
function isHead(cell: Element | undefined): boolean {
  if (cell === undefined || cell.attrs.role === 'columnheader') return true
  return cell.tag === 'th' && cell.attrs.scope !== 'row'
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
    if (!CELL_TAGS.has(cell.tag) && !CELL_ROLES.has(cell.attrs.role ?? '')) continue
    if (cells.length > MOST_COLUMNS) break
    const width = Math.min(Math.max(1, Number.parseInt(cell.attrs.colspan ?? '1', 10) || 1), MOST_COLUMNS)
    cells.push(cell, ...new Array<undefined>(width - 1).fill(undefined))
  }
  return cells
}
