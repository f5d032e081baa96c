import { randomBytes } from 'node:crypto'
import type { UserCaller } from '@gleaner/accounts'
import { ApiError, type AuthorizeRequest } from '@gleaner/contracts'
import { isAhead } from '@gleaner/db'
import { storedHash } from '@gleaner/security/stored-hash'
import type { OAuthClient } from './clients.ts'
import type { OAuthContext } from './context.ts'
import { keepClient } from './keep-client.ts'
import { readResources } from './resources.ts'

const CODE_BYTES = 32
const LIFETIME_SECONDS = 5 * 60

/**
 * Gives a client the code of a person's consent: for 5 minutes, one use, and what it was asked with. Only its hash is stored, with what
 * the consent rests on. Throws UNAUTHENTICATED when the person's session has ended meanwhile.
 */
export async function issueCode(
  { db, publicUrl }: Pick<OAuthContext, 'db' | 'publicUrl'>,
  { userId, sessionId, accountId }: Pick<UserCaller, 'userId' | 'sessionId' | 'accountId'>,
  client: OAuthClient,
  { redirect_uri, source, code_challenge, resource }: AuthorizeRequest,
): Promise<string> {
  const code = randomBytes(CODE_BYTES).toString('base64url')
  const asked = [redirect_uri, source || null, code_challenge || null]
  const values = [
    storedHash(code),
    client.id,
    userId,
    accountId,
    ...asked,
    sessionId,
    readResources(publicUrl, resource),
  ]
  const { rowCount } = await db.pool.query(INSERT_CODE, values)
  if (rowCount === 1) {
    await keepClient(db.pool, client.id)
    return code
  }
  throw new ApiError('UNAUTHENTICATED', 'The session of this access token has ended; sign in again.')
}

/** What was known of the caller may be half a second old: it is read again with what the code then rests on. Who ends the sign-in waits. */
const INSERT_CODE = `
  INSERT INTO oauth_code (hash, client_id, user_id, account_id, redirect_uri, source, code_challenge, expires_at,
    password_version, membership_term, resources, session_id)
  SELECT $1, $2, app_user.id, $4, $5, $6, $7, now() + ${LIFETIME_SECONDS} * interval '1 second', password_version, term, $9, $8
  FROM user_session JOIN app_user ON app_user.id = user_session.user_id
    LEFT JOIN membership ON membership.user_id = app_user.id AND membership.account_id = $4
  WHERE user_session.id = $8 AND app_user.id = $3 AND ${isAhead('user_session.expires_at')}
  FOR KEY SHARE OF user_session`
