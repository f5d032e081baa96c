import { recordAuditSql } from '@gleaner/audit-log'
import { ApiError, type SignInList } from '@gleaner/contracts'
import { type Database, isAhead, type Queryable } from '@gleaner/db'
import { endPendingSignIns } from '../second-factor/challenges.ts'
import { deviceOf } from './device-of.ts'
import { endGrants } from './end-grants.ts'

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
export async function endSignInOf(db: Database, userId: string, id: string): Promise<void> {
  await db.transaction(async ({ sql }) => {
    const ended = await endSignInsWhere(sql, userId, 'user_session.id = $2', id)
    if (ended !== 1) throw new ApiError('NOT_FOUND', 'There is no such sign-in of yours, or it has ended.')
    await endGrants(sql, userId, { of: id })
  })
}

/** Ends the sign-ins of a user but for one, if that is given, and those that wait for a code. Returns how many had begun. */
export async function endOtherSignIns(
  db: Database,
  userId: string,
  keptId: string | undefined,
): Promise<number> {
  return await db.transaction(async ({ sql }) => {
    await endPendingSignIns(sql, userId)
    const condition = '($2::uuid IS NULL OR user_session.id <> $2)'
    const ended = await endSignInsWhere(sql, userId, condition, keptId ?? null)
    await endGrants(sql, userId, { but: keptId })
    return ended
  })
}

async function endSignInsWhere(
  db: Queryable,
  userId: string,
  condition: string,
  id: string | null,
): Promise<number> {
  const { rowCount } = await db.query(
    `WITH owner AS (
       DELETE FROM user_session USING app_user
       WHERE app_user.id = user_session.user_id AND user_session.user_id = $1 AND ${condition}
       RETURNING app_user.id AS user_id, app_user.account_id, user_session.id
     ) ${SIGN_IN_ENDED}`,
    [userId, id],
  )
  return rowCount ?? 0
}

const SIGN_IN_ENDED = recordAuditSql(
  {
    account: 'account_id',
    actor: "'user:' || user_id",
    action: 'sign_in.ended',
    target: "'sign_in:' || id",
  },
  'owner',
)
