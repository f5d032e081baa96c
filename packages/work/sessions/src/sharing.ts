import type { Actor } from '@gleaner/audit-log'
import type { Session } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import type { Holder } from './holder.ts'
import { recordEvent } from './session-events.ts'
import { SESSION_COLUMNS, type SessionRow, showSession } from './show-session.ts'

/** Shares a session that is locked; who may do that is decided before. */
export async function setShared(
  sql: Queryable,
  { accountId, userId, actor }: Holder,
  id: string,
  organizationId: string,
): Promise<Session> {
  const { rows } = await sql.query<SessionRow>(
    `UPDATE login_session SET organization_id = $2, shared_by = $3, shared_at = now(), updated_at = now()
     WHERE id = $1 RETURNING ${SESSION_COLUMNS}`,
    [id, organizationId, userId],
  )
  const row = rows[0]!
  await recordEvent(sql, row, { actor, action: 'shared', details: { organization_id: organizationId } })
  return showSession(row, accountId)
}

/** Which sharings end. */
interface Shared {
  organizationId: string
  /** Of what one person has shared; of all otherwise. */
  sharedBy?: string
  sessionId?: string
}

/** Why, when nobody has asked for just that. */
type Reason = 'shared_elsewhere' | 'member_gone' | 'organization_deleted'

/** Ends sharings, each with an entry in its session's trail, and tells of which sessions. */
export async function endSharing(
  sql: Queryable,
  { organizationId, sharedBy, sessionId }: Shared,
  actor: Actor,
  reason?: Reason,
): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `WITH ended AS (
       UPDATE login_session SET organization_id = NULL, shared_by = NULL, shared_at = NULL, updated_at = now()
       WHERE organization_id = $1 AND ($2::uuid IS NULL OR shared_by = $2) AND ($3::uuid IS NULL OR id = $3)
       RETURNING id, account_id)
     INSERT INTO login_session_event (session_id, account_id, actor, action, details)
     SELECT id, account_id, $4, 'unshared', $5 FROM ended RETURNING session_id AS id`,
    [organizationId, sharedBy, sessionId, actor, JSON.stringify({ organization_id: organizationId, reason })],
  )
  return rows.map(({ id }) => id)
}
