import { hasCome, type Queryable } from '@gleaner/db'
import { ENDS_AT } from './session-expiry.ts'
import { allows, stateAfter } from './session-states.ts'

/** Sessions of one statement. */
const BATCH = 500

/**
 * Writes down that sessions whose time has passed are expired, with an event for each. Readers do not wait for this: they go by the time.
 * Several processes share the work. Returns how many there were.
 */
export async function expireSessions(sql: Queryable): Promise<number> {
  let all = 0
  for (let expired = BATCH; expired === BATCH; all += expired) {
    expired = (await sql.query(EXPIRE)).rowCount ?? 0
  }
  return all
}

const EXPIRE = `
  WITH due AS (
    SELECT id, ${ENDS_AT} AS ended_at FROM login_session
    WHERE ${allows('expire')} AND ${hasCome(ENDS_AT)}
    ORDER BY ${ENDS_AT} LIMIT ${BATCH} FOR NO KEY UPDATE SKIP LOCKED
  ), expired AS (
    UPDATE login_session SET status = ${stateAfter('expire')}, validate_at = NULL, updated_at = now()
    FROM due WHERE login_session.id = due.id RETURNING login_session.id, login_session.account_id, due.ended_at
  )
  INSERT INTO login_session_event (session_id, account_id, actor, action, details)
  SELECT id, account_id, 'system', 'expired',
    jsonb_build_object('expired_at', to_char(ended_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  FROM expired`
