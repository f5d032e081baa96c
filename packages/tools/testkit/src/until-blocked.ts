import type { Queryable } from '@gleaner/db'
import { eventually } from './eventually.ts'

/** Until one statement of this database waits for a lock, which a transaction of the test holds. */
export async function untilBlocked(db: Queryable): Promise<void> {
  await eventually(async () => {
    const { rows } = await db.query(
      "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
    )
    if (rows.length !== 1) throw new Error(`${rows.length} statements wait for a lock, not one`)
  })
}
