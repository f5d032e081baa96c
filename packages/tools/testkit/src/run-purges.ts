import type { Pool, Purge } from '@gleaner/db'

/** Runs purges to their end, and returns how many rows went. */
export async function runPurges(db: Pool, purges: readonly Purge[]): Promise<number> {
  let rows = 0
  for (const { run } of purges) rows += (await run(db, Number.POSITIVE_INFINITY)).rows
  return rows
}
