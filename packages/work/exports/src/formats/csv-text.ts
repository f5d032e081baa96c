import { stringify } from 'csv-stringify/sync'

export type Cell = string | number | boolean | null | undefined

/** Rows below a row of names, as CSV (RFC 4180, with line feeds). What a spreadsheet would take for a formula begins with an apostrophe. */
export function csvText(names: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return stringify([[...names], ...rows.map((row) => row.map(textOf))], { escape_formulas: true })
}

function textOf(cell: Cell): string {
  return cell == null ? '' : String(cell)
}
