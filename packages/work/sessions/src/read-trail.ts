import type { SessionAudit } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import { notFound, type SessionUser } from './read-sessions.ts'
import { mayUse } from './usable-sessions-sql.ts'

interface EventRow {
  action: string
  actor: string
  createdAt: Date
  details: Record<string, unknown>
}

/** What has happened to a session, newest first, for everybody who may use it. Throws SESSION_NOT_FOUND. */
export async function readTrail(
  db: Queryable,
  { accountId, userId }: SessionUser,
  id: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<SessionAudit> {
  const usable = await db.query(
    `SELECT FROM login_session WHERE id = $3 AND ${mayUse({ account: '$1::uuid', user: '$2::uuid' })}`,
    [accountId, userId, id],
  )
  if (usable.rowCount === 0) notFound(id)
  const [page, count] = await Promise.all([
    db.query<EventRow>(
      `SELECT action, actor, created_at AS "createdAt", details FROM login_session_event
       WHERE session_id = $1 ORDER BY id DESC LIMIT $2 OFFSET $3`,
      [id, limit, offset],
    ),
    db.query<{ total: number }>(
      'SELECT count(*)::int AS total FROM login_session_event WHERE session_id = $1',
      [id],
    ),
  ])
  const entries = page.rows.map(({ createdAt, ...entry }) => ({
    ...entry,
    timestamp: createdAt.toISOString(),
  }))
  return { entries, total: count.rows[0]!.total }
}
