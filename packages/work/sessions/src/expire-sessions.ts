import {
  hasCome,
  type Pool,
  type Queryable,
  type Stuck,
  takeApart,
  throwStuck,
  withConnection,
} from '@gleaner/db'
import { ENDS_AT } from './session-expiry.ts'
import { allows, stateAfter } from './session-states.ts'

/** Sessions of one statement. */
const BATCH = 500

/**
 * Writes down that sessions whose time has passed are expired, with an event for each. Readers do not wait for this: they go by the time.
 * Several processes share the work. Returns how many there were. Throws at the end where it could not be written of some, which keep no others.
 */
export async function expireSessions(pool: Pool): Promise<number> {
  return await withConnection(pool, expireAll)
}

async function expireAll(db: Queryable): Promise<number> {
  let expired = 0
  const stuck: Stuck<string>[] = []
  const expire = async (ids: readonly string[]) => {
    expired += (await db.query(EXPIRE, [ids])).rowCount ?? 0
  }
  for (let isMore = true; isMore; ) {
    const { rows } = await db.query<{ id: string }>(DUE, [stuck.map(({ item }) => item)])
    const before = expired
    stuck.push(
      ...(await takeApart(
        rows.map(({ id }) => id),
        expire,
      )),
    )
    // Where nothing went, another process has them at hand.
    isMore = rows.length === BATCH && expired > before && stuck.length < BATCH
  }
  throwStuck(stuck, 'sessions could not be marked as expired')
  return expired
}

const IS_DUE = `${allows('expire')} AND ${hasCome(ENDS_AT)}`

const DUE = `SELECT id FROM login_session WHERE ${IS_DUE} AND id <> ALL($1::uuid[]) ORDER BY ${ENDS_AT} LIMIT ${BATCH}`

const EXPIRE = `
  WITH due AS (
    SELECT id, ${ENDS_AT} AS ended_at FROM login_session WHERE id = ANY($1::uuid[]) AND ${IS_DUE} FOR NO KEY UPDATE SKIP LOCKED
  ), expired AS (
    UPDATE login_session SET status = ${stateAfter('expire')}, validate_at = NULL, updated_at = now()
    FROM due WHERE login_session.id = due.id RETURNING login_session.id, login_session.account_id, due.ended_at
  )
  INSERT INTO login_session_event (session_id, account_id, actor, action, details)
  SELECT id, account_id, 'system', 'expired',
    jsonb_build_object('expired_at', to_char(ended_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  FROM expired`
