import { ApiError, type SignInList } from '@gleaner/contracts'
import { isAhead, type Queryable } from '@gleaner/db'
import { deviceOf } from './device-of.ts'

interface Row {
  id: string
  userAgent: string | null
  address: string | null
  createdAt: Date
  lastUsedAt: Date | null
  expiresAt: Date
}

/** The sign-ins of a user that go on, the one used last first. `currentId`: of the caller. */
export async function listSignIns(db: Queryable, userId: string, currentId: string): Promise<SignInList> {
  const { rows } = await db.query<Row>(
    `SELECT id, user_agent AS "userAgent", address, created_at AS "createdAt", last_used_at AS "lastUsedAt",
       expires_at AS "expiresAt"
     FROM user_session WHERE user_id = $1 AND ${isAhead('expires_at')}
     ORDER BY COALESCE(last_used_at, created_at) DESC, id DESC`,
    [userId],
  )
  const items = rows.map((row) => ({
    id: row.id,
    device: deviceOf(row.userAgent),
    user_agent: row.userAgent,
    address: row.address,
    created_at: row.createdAt.toISOString(),
    last_used_at: (row.lastUsedAt ?? row.createdAt).toISOString(),
    expires_at: row.expiresAt.toISOString(),
    current: row.id === currentId,
  }))
  return { sign_ins: items, total: items.length }
}

/** Ends one sign-in of a user. Throws NOT_FOUND, for another user's too. */
export async function endSignInOf(db: Queryable, userId: string, id: string): Promise<void> {
  const { rowCount } = await db.query('DELETE FROM user_session WHERE id = $1 AND user_id = $2', [id, userId])
  if (rowCount !== 1) throw new ApiError('NOT_FOUND', 'There is no such sign-in of yours, or it has ended.')
}

/** Ends the sign-ins of a user but for one, if that is given. Returns how many. */
export async function endOtherSignIns(
  db: Queryable,
  userId: string,
  keptId: string | undefined,
): Promise<number> {
  const { rowCount } = await db.query(
    'DELETE FROM user_session WHERE user_id = $1 AND ($2::uuid IS NULL OR id <> $2)',
    [userId, keptId ?? null],
  )
  return rowCount ?? 0
}
