import { childElements, type Element, findAll } from '@gleaner/markup'
import { shortText } from '../page-index/short-text.ts'
import type { JsonObject } from '../syntaxes/jsonld.ts'

const MOST = { tables: 20, rows: 500, columns: 40 }
const CELL_CHARS = 1_000

/** The rows of each table by the names of its columns; a table without names for all columns has none. */
export function tableRecords(body: Element): JsonObject[][] {
  return findAll(body, 'table').slice(0, MOST.tables).map(recordsOf)
}

function recordsOf(table: Element): JsonObject[] {
  const [head, ...rows] = findAll(table, 'tr').slice(0, MOST.rows)
  const cells = head ? childElements(head) : []
  const isHead = cells.length >= 2 && cells.length <= MOST.columns && cells.every(({ tag }) => tag === 'th')
  if (!isHead) return []
  const names = cells.map((cell) => shortText(cell, 100))
  return rows.flatMap((row) => {
    const values = childElements(row)
    if (values.length !== names.length) return []
    const entries = values.map((cell, at) => [names[at]!, shortText(cell, CELL_CHARS)] as const)
    return [Object.fromEntries(entries.filter(([name, value]) => name && value && name !== '__proto__'))]
  })
}
