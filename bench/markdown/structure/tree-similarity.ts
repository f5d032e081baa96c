import { likeness } from './likeness.ts'

/** A cell as it is compared: how far it reaches, and what it says. */
export interface TableCell {
  colspan: number
  rowspan: number
  text: string
}

export type TableRows = TableCell[][]

/** Rows and cells of a table that are compared; the edit distance takes the square of them. */
const MAX_NODES = 600

/** Whether a table is small enough to be compared. */
export function isComparable(rows: TableRows): boolean {
  return nodesOf(rows) <= MAX_NODES
}

/**
 * TEDS (Zhong and others, 2020): 1 less the edit distance of two tables as trees of rows and cells, over the nodes of the larger. A cell that
 * reaches as far as another costs what its text differs by, any other 1. Cells never leave their row, so that rows are aligned, and cells within
 * aligned rows.
 */
export function tableSimilarity(one: TableRows, other: TableRows): number {
  const nodes = Math.max(nodesOf(one), nodesOf(other))
  const distance = align(one, other, (row) => 1 + row.length, rowDistance)
  return Math.max(0, 1 - distance / nodes)
}

/** The table itself is a node, too. */
function nodesOf(rows: TableRows): number {
  return 1 + rows.reduce((sum, row) => sum + 1 + row.length, 0)
}

function rowDistance(one: TableCell[], other: TableCell[]): number {
  return align(one, other, () => 1, cellDistance)
}

function cellDistance(one: TableCell, other: TableCell): number {
  if (one.colspan !== other.colspan || one.rowspan !== other.rowspan) return 1
  return 1 - likeness(one.text, other.text)
}

/** The least cost of turning one list into another by leaving out, adding and changing. */
function align<T>(
  one: readonly T[],
  other: readonly T[],
  cost: (item: T) => number,
  change: (from: T, to: T) => number,
): number {
  let last = [0]
  for (const item of other) last.push(last.at(-1)! + cost(item))
  for (const from of one) {
    const row = [last[0]! + cost(from)]
    for (const [at, to] of other.entries())
      row.push(Math.min(last[at + 1]! + cost(from), row[at]! + cost(to), last[at]! + change(from, to)))
    last = row
  }
  return last.at(-1)!
}
