import type { Queryable } from './pool.ts'

const BATCH = 1_000

/**
 * Deletes all rows that a statement finds, at most `batch` at a time, so that none holds locks for long. Returns how many there were.
 */
export async function deleteInBatches(
  db: Queryable,
  statement: (batch: number) => string,
  values: unknown[] = [],
): Promise<number> {
  let all = 0
  for (let deleted = BATCH; deleted === BATCH; all += deleted) {
    deleted = (await db.query(statement(BATCH), values)).rowCount ?? 0
  }
  return all
}
