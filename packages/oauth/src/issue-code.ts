import { randomBytes } from 'node:crypto'
import type { UserCaller } from '@gleaner/accounts'
import type { AuthorizeRequest } from '@gleaner/contracts'
import { storedHash } from '@gleaner/security/stored-hash'
import type { OAuthClient } from './clients.ts'
import type { OAuthContext } from './context.ts'

const CODE_BYTES = 32
const LIFETIME_SECONDS = 5 * 60

/** Gives a client the code of a person's consent: for 5 minutes, one use, and what it was asked with. Only its hash is stored. */
export async function issueCode(
  { db }: Pick<OAuthContext, 'db'>,
  { userId, accountId }: Pick<UserCaller, 'userId' | 'accountId'>,
  client: OAuthClient,
  { redirect_uri, source, code_challenge }: AuthorizeRequest,
): Promise<string> {
  const code = randomBytes(CODE_BYTES).toString('base64url')
  await db.pool.query(
    `INSERT INTO oauth_code (hash, client_id, user_id, account_id, redirect_uri, source, code_challenge, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, now() + ${LIFETIME_SECONDS} * interval '1 second')`,
    [storedHash(code), client.id, userId, accountId, redirect_uri, source || null, code_challenge || null],
  )
  return code
}
