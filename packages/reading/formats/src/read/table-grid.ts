import { ELEMENT, type Element, isHidden } from '@gleaner/markup'

/** Cells of one table after spans are laid out; no real table has more. */
export const MAX_CELLS = 200_000
const MAX_COLUMNS = 1000

export interface SourceRow {
  cells: Element[]
  isHeader: boolean
}

/** A cell in one of the places that it spans; `isFirst`: the uppermost, leftmost one. */
export interface PlacedCell {
  cell: Element
  isFirst: boolean
}

/** A row as it is laid out: a place in each column, empty where no cell reaches. */
export interface GridRow {
  places: (PlacedCell | undefined)[]
  isHeader: boolean
}

/** The rows of this table, not those of tables inside of it, header first and footer last as browsers show them. */
export function rowsOf(table: Element): SourceRow[] {
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

/** Puts every cell into the columns and rows that it spans; what overlaps an earlier cell, or lies beyond the limit, is left out. */
export function layOut(rows: readonly SourceRow[]): GridRow[] {
  const grid = rows.map(({ isHeader }): GridRow => ({ places: [], isHeader }))
  let budget = MAX_CELLS
  for (const [y, { cells }] of rows.entries()) {
    const { places } = grid[y]!
    let x = 0
    for (const cell of cells) {
      while (places[x] !== undefined) x++
      if (x >= MAX_COLUMNS || budget <= 0) break
      const width = Math.min(span(cell.attrs.colspan, MAX_COLUMNS), MAX_COLUMNS - x)
      const height = span(cell.attrs.rowspan, rows.length - y)
      const rest = { cell, isFirst: false }
      for (let dy = 0; dy < height; dy++) {
        const line = grid[y + dy]!.places
        for (let dx = 0; dx < width && budget > 0; dx++) {
          while (line.length <= x + dx) line.push(undefined)
          if (line[x + dx] !== undefined) continue
          line[x + dx] = dx + dy === 0 ? { cell, isFirst: true } : rest
          budget -= 1
        }
      }
      x += width
    }
  }
  return grid
}

/** A span as HTML reads it: at least 1; `rowspan=0` reaches to the end. */
function span(value: string | undefined, most: number): number {
  if (value === undefined) return 1
  const number = Number.parseInt(value, 10)
  if (number === 0) return most
  return Math.max(1, Math.min(number > 0 ? number : 1, most))
}
