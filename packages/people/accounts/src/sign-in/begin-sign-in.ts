import { recordAuditSql } from '@gleaner/audit-log'
import { type SignedIn, uuidv7 } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import { storedHash } from '@gleaner/security/stored-hash'
import type { AccountsContext } from '../context.ts'
import { endPendingSignIns } from '../second-factor/challenges.ts'
import type { UserRow } from '../users/find-user.ts'
import { presentUser } from '../users/present-user.ts'
import { endGrants } from './end-grants.ts'
import { firstRefreshToken } from './refresh-token.ts'
import { type Visitor, visitorColumns } from './visitor.ts'

/** How long a refresh token may be used, in days; each use gives the next one as long. */
export const REFRESH_DAYS = 30
/** The least recently used ones beyond are ended by the next sign-in. */
const SESSIONS_PER_USER = 50

/**
 * Begins a sign-in of a user whose password has just been found right. Undefined when that password is theirs no more: a change that
 * was made meanwhile ends sign-ins from before it, and this would be one that it cannot see.
 */
export async function beginSignIn(
  { accessTokens }: Pick<AccountsContext, 'accessTokens'>,
  db: Queryable,
  user: UserRow,
  visitor: Omit<Visitor, 'network'> = {},
): Promise<SignedIn | undefined> {
  const id = uuidv7()
  const refreshToken = firstRefreshToken()
  const hashes = [storedHash(refreshToken.family), storedHash(refreshToken.text)]
  const { rowCount } = await db.query(BEGIN_SESSION, [
    id,
    user.id,
    user.passwordHash,
    ...hashes,
    ...visitorColumns(visitor),
  ])
  return rowCount === 1
    ? presentSignIn({ accessTokens }, { id, user, refreshToken: refreshToken.text })
    : undefined
}

/** Of an act of the user `owner` on the sign-in `$1`. No address of theirs: the log is kept for longer than they may be. */
const OF_USER = { account: 'account_id', actor: "'user:' || id", target: "'sign_in:' || $1::uuid" }

/** The lock waits for a change of the password that is under way; then the condition is looked at again. */
const BEGIN_SESSION = `
  WITH owner AS (
    SELECT id, account_id FROM app_user WHERE id = $2 AND password_hash = $3 FOR SHARE
  ), pruned AS (
    DELETE FROM user_session WHERE id IN (
      SELECT id FROM user_session WHERE user_id IN (SELECT id FROM owner)
      ORDER BY expires_at DESC OFFSET ${SESSIONS_PER_USER - 1})
  ), noted AS (${recordAuditSql({ ...OF_USER, action: 'sign_in.begun' }, 'owner')}
  )
  INSERT INTO user_session (id, user_id, family_hash, token_hash, expires_at, address, user_agent, last_used_at)
  SELECT $1, id, $4, $5, now() + interval '${REFRESH_DAYS} days', $6, $7, now() FROM owner`

/** The reply to whoever has signed in. */
export function presentSignIn(
  { accessTokens }: Pick<AccountsContext, 'accessTokens'>,
  { id, user, refreshToken }: { id: string; user: Omit<UserRow, 'passwordHash'>; refreshToken: string },
): SignedIn {
  const { token, expiresIn } = accessTokens.issue(user.id, { sid: id })
  return {
    user: presentUser(user),
    access_token: token,
    token_type: 'bearer',
    expires_in: expiresIn,
    refresh_token: refreshToken,
  }
}

/** Ends a sign-in: its refresh token at once, its access tokens within a second. */
export async function endSignIn(db: Queryable, id: string): Promise<void> {
  await db.query(END_SESSION, [id])
}

const END_SESSION = `
  WITH owner AS (
    DELETE FROM user_session USING app_user WHERE user_session.id = $1 AND app_user.id = user_session.user_id
    RETURNING app_user.id, app_user.account_id
  ) ${recordAuditSql({ ...OF_USER, action: 'sign_in.ended' }, 'owner')}`

/** Ends all sign-ins of a user, those that wait for a code too, and what was granted in them; in the caller's transaction. */
export async function endSignInsOf(db: Queryable, userId: string): Promise<void> {
  await endPendingSignIns(db, userId)
  await db.query('DELETE FROM user_session WHERE user_id = $1', [userId])
  await endGrants(db, userId, { but: undefined })
}
