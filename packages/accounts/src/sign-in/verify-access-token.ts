import type { Queryable } from '@gleaner/db'
import type { AccessTokens } from '@gleaner/security/jwt'
import { ACCOUNT_COLUMNS, type AccountRow, actingFor, type UserCaller } from '../callers/caller.ts'
import { blocked, unauthenticated } from '../callers/refusals.ts'
import { createTrust } from '../callers/trust.ts'

export interface AccessTokenVerifier {
  /** The caller that the value of an `Authorization` header stands for; throws as `KeyVerifier` does. */
  verify(authorization: string | undefined): Promise<UserCaller>
}

/** RFC 6750 section 2.1; the scheme's name in any letter case. */
const BEARER = /^Bearer +([\w.~+/-]+=*) *$/i

/** Verifies access tokens: their signature and times, and that their user still is one. */
export function createAccessTokenVerifier(db: Queryable, tokens: AccessTokens): AccessTokenVerifier {
  const trust = createTrust<UserCaller>()
  return {
    async verify(authorization) {
      const token = BEARER.exec(authorization ?? '')?.[1]
      if (!token) throw unauthenticated('Send your access token as Authorization: Bearer <token>.')
      // Before the memory, as a token may expire while it is remembered.
      const verified = tokens.verify(token)
      if (!verified) throw unauthenticated('This access token is not valid or has expired; sign in again.')
      return await trust.verified(token, () => lookUp(db, verified.subject))
    },
  }
}

async function lookUp(db: Queryable, userId: string): Promise<UserCaller> {
  const { rows } = await db.query<AccountRow>({
    name: 'verify-access-token',
    text: `
      SELECT ${ACCOUNT_COLUMNS}
      FROM app_user
        JOIN account ON account.id = app_user.account_id
        JOIN balance ON balance.account_id = account.id
      WHERE app_user.id = $1`,
    values: [userId],
  })
  const row = rows[0]
  if (!row) throw unauthenticated('The user of this access token does not exist any more.')
  if (row.blocked) throw blocked()
  return { kind: 'user', userId, test: false, ...actingFor(row) }
}
