import {
  type ChildNode,
  clone,
  collapse,
  type Document,
  ELEMENT,
  type Element,
  findAll,
  findFirst,
  HEADINGS,
  INVISIBLE_TAGS,
  isHidden,
  TEXT,
  visibleText,
  walk,
} from '@gleaner/markup'
import { isCookieBanner } from './cookie-banner.ts'
import { type GridRow, layOut, rowsOf } from './read/table-grid.ts'
import { holdsData } from './read/table-kind.ts'

/** One table of a page. A cell stands in every place that it spans; all rows have as many cells as the widest. */
export interface PageTable {
  caption: string
  /** The nearest heading before it. */
  heading: string
  /** Rows of column names, one above the other; empty without any. */
  header: string[][]
  rows: string[][]
  /** Of a table in a cell of another one: the place of that one in the list, and of the cell in its rows, the header's first. */
  within?: { table: number; row: number; column: number }
}

/** Texts that stand more than once because of spans, of all tables together, in characters. */
const MAX_REPEATED_CHARS = 1_000_000
/** Rows and columns of all tables together. */
const MAX_CELLS = 500_000

/** Every table of data that a page shows, in document order. What only arranges the page is none, but what is in it is looked through. */
export function collectTables(document: Document, options: { removeCookieBanners: boolean }): PageTable[] {
  const made: PageTable[] = []
  const budget = { repeatedChars: MAX_REPEATED_CHARS, cells: MAX_CELLS }
  let heading = ''
  /** Tables of data around the node that is visited, the innermost last. */
  const open: { element: Element; index: number; places: ReadonlyMap<Element, Place> }[] = []
  walk(
    document,
    (node) => {
      if (node.type !== ELEMENT) return undefined
      if (INVISIBLE_TAGS.has(node.tag) || isHidden(node)) return 'skip'
      if (options.removeCookieBanners && isCookieBanner(node)) return 'skip'
      if (open.length === 0 && HEADINGS.has(node.tag)) heading = visibleText(node) || heading
      if (node.tag !== 'table') return undefined
      const rows = rowsOf(node)
      if (!holdsData(node, rows)) return undefined
      const read = readGrid(layOut(rows), budget)
      if (!read) return undefined
      const { places, ...texts } = read
      const around = open.at(-1)
      const place = around && placeOf(node, around.places)
      const within = around && place && { table: around.index, ...place }
      open.push({ element: node, index: made.length, places })
      made.push({ caption: captionOf(node), heading, ...texts, ...(within && { within }) })
      return undefined
    },
    (element) => {
      if (open.at(-1)?.element === element) open.pop()
    },
  )
  return made
}

interface Place {
  row: number
  column: number
}

type Budget = { repeatedChars: number; cells: number }

/** Undefined where there is nothing to read, or more than is left of the budget. */
function readGrid(
  grid: readonly GridRow[],
  budget: Budget,
): (Pick<PageTable, 'header' | 'rows'> & { places: ReadonlyMap<Element, Place> }) | undefined {
  const texts = new Map<Element, string>()
  const holding = new Set<Element>()
  for (const { cell } of grid.flatMap(({ places }) => places.filter((place) => place !== undefined)))
    if (!texts.has(cell)) {
      texts.set(cell, textOf(cell))
      if (findFirst(cell, 'table')) holding.add(cell)
    }
  const shown = grid.filter(({ places }) =>
    places.some((place) => place && (texts.get(place.cell) !== '' || holding.has(place.cell))),
  )
  const columns = shown.reduce((most, { places }) => Math.max(most, places.length), 0)
  const cells = columns * shown.length
  if (cells === 0 || cells > budget.cells || [...texts.values()].every((text) => text === ''))
    return undefined
  budget.cells -= cells
  const places = new Map<Element, Place>()
  const lines = shown.map((line, row) =>
    Array.from({ length: columns }, (_, column) => {
      const cell = line.places[column]?.cell
      const text = cell && texts.get(cell)
      if (!cell || !text) {
        if (cell && !places.has(cell)) places.set(cell, { row, column })
        return ''
      }
      if (!places.has(cell)) {
        places.set(cell, { row, column })
        return text
      }
      budget.repeatedChars -= text.length
      return budget.repeatedChars < 0 ? '' : text
    }),
  )
  const heads = headerRows(shown)
  return { header: lines.slice(0, heads), rows: lines.slice(heads), places }
}

/** How many rows name the columns: those of header cells that come first, or one that alone is bold throughout. One row at least is none. */
function headerRows(grid: readonly GridRow[]): number {
  const declared = grid.findIndex(({ isHeader }) => !isHeader)
  if (declared > 0) return declared
  if (declared < 0) return grid.length > 1 ? 1 : 0
  const [first, ...others] = grid
  return others.length > 0 && isBold(first!) && !others.some(isBold) ? 1 : 0
}

function isBold({ places }: GridRow): boolean {
  const filled = places.flatMap((place) =>
    place?.isFirst && visibleText(place.cell) !== '' ? [place.cell] : [],
  )
  return filled.length > 1 && filled.every(isBoldCell)
}

/** All of its text is bold; a paragraph may stand around it. */
function isBoldCell(cell: Element): boolean {
  return cell.children.every((child) => {
    if (child.type !== ELEMENT) return child.type !== TEXT || child.value.trim() === ''
    return BOLD.has(child.tag) || (WRAPPERS.has(child.tag) && isBoldCell(child))
  })
}

const BOLD = new Set(['b', 'strong'])
const WRAPPERS = new Set(['p', 'div', 'span', 'font'])

/** What a cell says, without tables in it; of one that only shows pictures what stands for them. */
function textOf(cell: Element): string {
  const own = findFirst(cell, 'table') ? clone(cell, isNoTable) : cell
  return (
    visibleText(own) ||
    collapse(
      findAll(own, 'img')
        .map(({ attrs }) => attrs.alt ?? '')
        .join(' '),
    )
  )
}

function isNoTable(node: ChildNode): boolean {
  return node.type !== ELEMENT || node.tag !== 'table'
}

function captionOf(table: Element): string {
  const caption = table.children.find((child) => child.type === ELEMENT && child.tag === 'caption')
  return caption ? visibleText(caption) : ''
}

/** The place of the cell that a nested table stands in. */
function placeOf(nested: Element, places: ReadonlyMap<Element, Place>): Place | undefined {
  for (let at = nested.parent; at?.type === ELEMENT; at = at.parent) {
    const place = places.get(at)
    if (place) return place
  }
  return undefined
}
