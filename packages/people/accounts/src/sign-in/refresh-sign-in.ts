import { recordAudit } from '@gleaner/audit-log'
import type { ApiError, SignedIn } from '@gleaner/contracts'
import { isAhead, type Queryable } from '@gleaner/db'
import { storedHash } from '@gleaner/security/stored-hash'
import { blocked, unauthenticated } from '../callers/refusals.ts'
import type { AccountsContext } from '../context.ts'
import { findUser } from '../users/find-user.ts'
import { presentSignIn, REFRESH_DAYS } from './begin-sign-in.ts'
import { endGrants } from './end-grants.ts'
import { type RefreshToken, readRefreshToken, successorsOf } from './refresh-token.ts'
import { type Visitor, visitorColumns } from './visitor.ts'

/**
 * How long, in seconds, a token that was exchanged may be exchanged again, for the same token as before: for a client whose answer was
 * lost, or whose windows ask at the same moment. A thief wins nothing by it: both then hold the same token, and the second of the two
 * to use it later ends the session.
 */
const REPEAT_SECONDS = 30

interface Session {
  id: string
  userId: string
}

/**
 * Exchanges a refresh token for the next one and an access token. One that was exchanged before, and is no repeat of a moment ago, is in
 * two hands: the session ends, and with it the tokens of both. Throws UNAUTHENTICATED.
 */
export async function refreshSignIn(
  ctx: AccountsContext,
  text: string,
  visitor: Omit<Visitor, 'network'> = {},
): Promise<SignedIn> {
  const token = readRefreshToken(text)
  if (!token) throw unusable()
  const successors = successorsOf(ctx.secretBox, token)
  const rotated = await rotate(ctx.db.pool, token, successors[0]!, visitor)
  const { id, userId, successor } = rotated ?? (await findRepeat(ctx, token, successors))
  const user = await findUser(ctx.db.pool, { id: userId })
  if (!user) throw unusable()
  if (user.isBlocked) throw blocked()
  return presentSignIn(ctx, { id, user, refreshToken: successor.text })
}

/** One statement: of two that bring the same token, one rotates. */
async function rotate(
  db: Queryable,
  token: RefreshToken,
  successor: RefreshToken,
  visitor: Omit<Visitor, 'network'>,
): Promise<(Session & { successor: RefreshToken }) | undefined> {
  const { rows } = await db.query<Session>(
    `UPDATE user_session SET token_hash = $3, previous_hash = $2, rotated_at = now(),
       expires_at = now() + interval '${REFRESH_DAYS} days', last_used_at = now(), address = COALESCE($4, address),
       user_agent = COALESCE($5, user_agent)
     WHERE family_hash = $1 AND token_hash = $2 AND ${isAhead('expires_at')}
     RETURNING id, user_id AS "userId"`,
    [
      storedHash(token.family),
      storedHash(token.text),
      storedHash(successor.text),
      ...visitorColumns(visitor),
    ],
  )
  return rows[0] && { ...rows[0], successor }
}

/** The session in which this very token was exchanged a moment ago. Ends the session of any older one. */
async function findRepeat(
  { db }: AccountsContext,
  token: RefreshToken,
  successors: readonly RefreshToken[],
): Promise<Session & { successor: RefreshToken }> {
  const { rows } = await db.pool.query<Session & { current: Buffer; isRecent: boolean }>(
    `SELECT id, user_id AS "userId", token_hash AS current,
       previous_hash = $2 AND rotated_at > now() - interval '${REPEAT_SECONDS} seconds' AS "isRecent"
     FROM user_session WHERE family_hash = $1 AND ${isAhead('expires_at')}`,
    [storedHash(token.family), storedHash(token.text)],
  )
  const session = rows[0]
  if (!session) throw unusable()
  const successor = successors.find(({ text }) => session.current.equals(storedHash(text)))
  if (session.isRecent && successor) return { ...session, successor }
  await endReused(db, session)
  throw unusable()
}

async function endReused(db: AccountsContext['db'], { id, userId }: Session): Promise<void> {
  await db.transaction(async (handles) => {
    const { rows } = await handles.sql.query<{ accountId: string }>(
      `DELETE FROM user_session USING app_user
       WHERE user_session.id = $1 AND app_user.id = user_session.user_id RETURNING app_user.account_id AS "accountId"`,
      [id],
    )
    if (rows.length > 0) await endGrants(handles.sql, userId, { of: id })
    for (const { accountId } of rows)
      await recordAudit(handles, {
        accountId,
        actor: 'system',
        action: 'session.refresh_token_reused',
        target: `user:${userId}`,
      })
  })
}

function unusable(): ApiError {
  return unauthenticated('This refresh token is not valid, was used before or has expired; sign in again.')
}
