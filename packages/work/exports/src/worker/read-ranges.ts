import { type ExportItem, itemOf } from '../rows/export-item.ts'
import { readItems } from '../rows/read-items.ts'
import { selectionOf } from '../runs/plan-objects.ts'
import type { ObjectRow } from '../runs/record-progress.ts'
import type { RunContext } from './run-context.ts'

/** The items of an object that it does not hold yet, in ranges of a few megabytes. */
export async function* readRanges(
  { pool, run, target, publicUrl }: RunContext,
  { day, nextIndex }: ObjectRow,
): AsyncGenerator<ExportItem[]> {
  const selection = selectionOf(run)
  for (let from = nextIndex; ; ) {
    const rows = await readItems(pool, selection, { day, from, pageBytes: target.pageBytes })
    const last = rows.at(-1)
    if (!last) return
    yield rows.map((row) => itemOf(row, publicUrl))
    from = last.place + 1
  }
}
