import type { ItemFaults, ItemPlace } from '@gleaner/intake'
import type { Request } from 'express'
import type { Column } from './read-columns.ts'
import type { LineFault } from './read-entries.ts'

/** Where the entries of a batch stood in the CSV that brought them. */
export interface Sheet {
  columns: readonly Column[]
  /** The line of each entry, from 1. */
  lines: readonly number[]
  faults: readonly LineFault[]
}

const SHEETS = new WeakMap<Request, Sheet>()

export function keepSheet(request: Request, sheet: Sheet): void {
  SHEETS.set(request, sheet)
}

/** How faults of a request's entries are named: by line and column where it is CSV; undefined where it is JSON. */
export function placesIn(request: Request): ((index: number, path: string) => ItemPlace) | undefined {
  const sheet = SHEETS.get(request)
  return sheet && ((index, path) => placeIn(sheet, index, path))
}

/** Tells what was wrong with the lines of a request; with none where it is JSON. */
export function tellLineFaults(request: Request, faults: ItemFaults): void {
  for (const { index, issues } of SHEETS.get(request)?.faults ?? []) faults.addIssues(index, issues)
}

function placeIn({ columns, lines }: Sheet, index: number, path: string): ItemPlace {
  const line = lines[index]!
  const column = columnAt(columns, path)?.name
  const within = column === undefined ? (path ? `, ${path}` : '') : `, column "${column}"`
  return { path: `line ${line}${within}`, line, ...(column !== undefined && { column }) }
}

/** The column that a field of an entry is from. One that has another name there is known by its last. */
function columnAt(columns: readonly Column[], path: string): Column | undefined {
  const parts = path.split('.')
  return (
    columns.find(({ place }) => place.every((part, at) => parts[at] === part)) ??
    columns.find(({ place }) => parts.includes(place.at(-1)!))
  )
}
