import { NOW, type Queryable } from '@gleaner/db'

/** For how long the oldest run that has not begun has been due, in seconds; 0 when none is. */
export async function measureLag(sql: Queryable): Promise<number> {
  const { rows } = await sql.query<{ seconds: number }>(
    `SELECT GREATEST(0, extract(epoch FROM ${NOW} - LEAST(
       (SELECT next_run_at FROM schedule WHERE next_run_at IS NOT NULL ORDER BY next_run_at LIMIT 1),
       (SELECT min(due_at) FROM schedule_run WHERE try_at IS NOT NULL))))::float8 AS seconds`,
  )
  return rows[0]!.seconds
}
