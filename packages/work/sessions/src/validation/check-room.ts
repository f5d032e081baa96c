import { isAhead, type Queryable } from '@gleaner/db'
import { checkUnfinished } from '@gleaner/queue/work'

/**
 * Throws CONCURRENCY_LIMITED when the account of a session has as many others under validation as may be. One whose own is under way is joined.
 * Until the caller's transaction ends nobody begins another validation for a caller of the account.
 */
export async function checkRoom(sql: Queryable, sessionId: string): Promise<void> {
  await sql.query(
    `SELECT pg_advisory_xact_lock(hashtextextended('validation of ' || account_id, 0)) FROM login_session WHERE id = $1`,
    [sessionId],
  )
  const { rows } = await sql.query<{ others: number; isUnderWay: boolean }>(
    `SELECT count(*) FILTER (WHERE validation.session_id <> $1)::int AS others,
       COALESCE(bool_or(validation.session_id = $1), false) AS "isUnderWay"
     FROM login_session_validation AS validation JOIN login_session ON login_session.id = validation.session_id
     WHERE login_session.account_id = (SELECT account_id FROM login_session WHERE id = $1)
       AND validation.ended_at IS NULL AND ${isAhead('validation.deadline_at')}`,
    [sessionId],
  )
  const { others, isUnderWay } = rows[0]!
  if (!isUnderWay) checkUnfinished('validation', others, 'validations of sessions')
}
