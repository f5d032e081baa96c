import type { Queryable } from '@gleaner/db'
import { eventually } from '@gleaner/testkit'
import { expect } from '@jest/globals'

/** Until another statement waits for a lock of this transaction. */
export async function isWaitedFor(sql: Queryable): Promise<void> {
  await eventually(async () => {
    const { rows } = await sql.query(
      'SELECT FROM pg_stat_activity WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))',
    )
    expect(rows).toHaveLength(1)
  })
}
