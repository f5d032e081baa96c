import type { Pool, Purge } from '@gleaner/db'

/** Runs purges to their end, and returns how many rows went. Throws when some could not. */
export async function runPurges(db: Pool, purges: readonly Purge[]): Promise<number> {
  let rows = 0
  for (const { run } of purges) {
    const purged = await run(db, Number.POSITIVE_INFINITY)
    if (purged.faults) throw new AggregateError(purged.faults, 'rows could not go')
    rows += purged.rows
  }
  return rows
}
