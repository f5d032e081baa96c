import { NIL_UUID } from '@gleaner/contracts/ids'
import type { Queryable } from '@gleaner/db'
import { firstOpenSql } from './first-open-sql.ts'

/**
 * How long the delivery that waits longest has been due, in seconds; 0 when none is. What waits for its account's own rate is not late.
 * Lanes beyond the first 10,000 are not looked at.
 */
export async function oldestDueSeconds(sql: Queryable): Promise<number> {
  const { rows } = await sql.query<{ seconds: number | null }>({ name: 'oldest-webhook-due', text: OLDEST })
  return Math.max(0, rows[0]?.seconds ?? 0)
}

/** A minute's worth that is used up but for a tenth: the account waits for itself. */
const PACED = `EXISTS (SELECT FROM webhook_pace AS pace WHERE pace.account_id = lane.account_id
    AND GREATEST(pace.attempts_full_at, pace.bytes_full_at) > now() + interval '54 seconds')`

const OLDEST = `
  WITH RECURSIVE lane AS (
    SELECT head.*, 1 AS n FROM (${firstOpenSql(`d.account_id > '${NIL_UUID}'::uuid`)}) AS head
    UNION ALL
    SELECT next.*, lane.n + 1 FROM lane
    CROSS JOIN LATERAL (${firstOpenSql('(d.account_id, d.host) > (lane.account_id, lane.host)')}) AS next WHERE lane.n < 10000
  )
  SELECT extract(epoch FROM now() - min(next_attempt_at))::float8 AS seconds FROM lane WHERE NOT ${PACED}`
