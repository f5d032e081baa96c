import type { Actor } from '@gleaner/audit-log'
import { uuidv7 } from '@gleaner/contracts/ids'
import { hasCome, type Queryable } from '@gleaner/db'
import { beginAnew } from '@gleaner/queue/claim'
import { IS_LIVE, OPEN_COLUMNS, type OpenValidation, VALIDATION_MS } from './validation.ts'

/**
 * The validation of a session: a new one, which is to be queued then, or the one that is under way for the same cookies and headers.
 * Undefined when there is nothing to ask: the session is deleted, or past its time.
 */
export async function beginValidation(
  sql: Queryable,
  sessionId: string,
  actor: Actor,
): Promise<{ validation: OpenValidation; isNew: boolean } | undefined> {
  const { rows } = await sql.query<OpenValidation>(BEGIN, [[sessionId], [uuidv7()], actor])
  if (rows[0]) return { validation: rows[0], isNew: true }
  const { rows: underWay } = await sql.query<OpenValidation>(READ, [sessionId])
  return underWay[0] && { validation: underWay[0], isNew: false }
}

/** Begins those of `$1` (the sessions' ids) that nobody has begun, with the ids `$2`. */
export const BEGIN = `
  INSERT INTO login_session_validation AS validation (session_id, id, version, actor, deadline_at)
  SELECT login_session.id, given.validation_id, login_session.version, $3, now() + ${VALIDATION_MS} * interval '1 millisecond'
  FROM unnest($1::uuid[], $2::uuid[]) AS given(session_id, validation_id)
  JOIN login_session ON login_session.id = given.session_id
  WHERE ${IS_LIVE}
  ON CONFLICT (session_id) DO UPDATE SET id = excluded.id, version = excluded.version, actor = excluded.actor,
    stage = 'http', queued_at = now(), deadline_at = excluded.deadline_at, ${beginAnew('validation')}, findings = NULL
  WHERE validation.ended_at IS NOT NULL OR ${hasCome('validation.deadline_at')} OR validation.version <> excluded.version
  RETURNING id, session_id AS "sessionId", version, actor, stage, deadline_at AS "deadlineAt",
    (SELECT account_id FROM login_session WHERE login_session.id = validation.session_id) AS "accountId"`

const READ = `
  SELECT ${OPEN_COLUMNS} FROM login_session_validation AS validation
  JOIN login_session ON login_session.id = validation.session_id
  WHERE validation.session_id = $1 AND ${IS_LIVE}`
