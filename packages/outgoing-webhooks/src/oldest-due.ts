import { NIL_UUID } from '@gleaner/contracts/ids'
import type { Queryable } from '@gleaner/db'
import { firstOfNextLaneSql } from './next-lane-sql.ts'

/** How long the delivery that waits longest has been due, in seconds; 0 when none is. Lanes beyond the first 10,000 are not looked at. */
export async function oldestDueSeconds(sql: Queryable): Promise<number> {
  const { rows } = await sql.query<{ seconds: number }>({ name: 'oldest-webhook-due', text: OLDEST })
  return Math.max(0, rows[0]?.seconds ?? 0)
}

const OLDEST = `
  WITH RECURSIVE lane AS (
    SELECT head.*, 1 AS n FROM (${firstOfNextLaneSql(`'', '${NIL_UUID}'::uuid`)}) AS head
    UNION ALL
    SELECT next.*, lane.n + 1 FROM lane CROSS JOIN LATERAL (${firstOfNextLaneSql('lane.host, lane.account_id')}) AS next
    WHERE lane.n < 10000
  )
  SELECT extract(epoch FROM now() - min(next_attempt_at))::float8 AS seconds FROM lane`
