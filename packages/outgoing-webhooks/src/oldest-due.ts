import type { Queryable } from '@gleaner/db'

/** How long the delivery that waits longest has been due, in seconds; 0 when none is. Lanes beyond the first 10,000 are not looked at. */
export async function oldestDueSeconds(sql: Queryable): Promise<number> {
  const { rows } = await sql.query<{ seconds: number }>({ name: 'oldest-webhook-due', text: OLDEST })
  return Math.max(0, rows[0]?.seconds ?? 0)
}

const HEAD = `SELECT d.host, d.account_id, d.next_attempt_at FROM webhook_delivery AS d WHERE d.next_attempt_at IS NOT NULL`
const FIRST = 'ORDER BY d.host, d.account_id, d.next_attempt_at LIMIT 1'

const OLDEST = `
  WITH RECURSIVE lane AS (
    SELECT head.*, 1 AS n FROM (${HEAD} ${FIRST}) AS head
    UNION ALL
    SELECT next.*, lane.n + 1 FROM lane CROSS JOIN LATERAL (
      ${HEAD} AND (d.host, d.account_id) > (lane.host, lane.account_id) ${FIRST}
    ) AS next WHERE lane.n < 10000
  )
  SELECT extract(epoch FROM now() - min(next_attempt_at))::float8 AS seconds FROM lane`
