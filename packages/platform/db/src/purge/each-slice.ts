import type { Queryable } from '../pool.ts'
import type { Purged } from './purge.ts'

/** Repeats a statement that deletes a slice, until it deletes none or the moment `endAt` has passed. */
export async function eachSlice(
  db: Queryable,
  endAt: number,
  statement: string,
  values: unknown[] = [],
): Promise<Purged> {
  let rows = 0
  for (;;) {
    const deleted = (await db.query(statement, values)).rowCount ?? 0
    if (deleted === 0) return { rows, isDone: true }
    rows += deleted
    if (Date.now() >= endAt) return { rows, isDone: false }
  }
}
