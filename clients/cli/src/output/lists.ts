import type { Cli } from '../cli.ts'
import { type Row, writeTable } from './table.ts'

/** A list: in columns for people, a line of JSON for each in a pipe; by `--json` the answer as the service gave it. */
export function showList<Item extends object>(
  { out, flags, note }: Cli,
  whole: object,
  items: readonly Item[],
  row: (item: Item) => Row,
): void {
  if (flags.json) {
    out.json(whole)
    return
  }
  if (!out.isTerminal) {
    for (const item of items) out.json(item)
    return
  }
  if (items.length === 0) {
    note('There are none.')
    return
  }
  const rows = items.map(row)
  writeTable(out, rows, Object.keys(rows[0]!))
}

/** A time as people read it. */
export function when(time: string | null | undefined): string {
  return time ? new Date(time).toISOString().replace('T', ' ').slice(0, 16) : ''
}
