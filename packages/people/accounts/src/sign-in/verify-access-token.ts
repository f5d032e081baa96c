import { type ApiError, isUuid } from '@gleaner/contracts'
import { isAhead, type Queryable } from '@gleaner/db'
import type { AccessTokens } from '@gleaner/security/jwt'
import { type ActingRow, actingForNamed, actingForOwn, readActing } from '../callers/acting-for.ts'
import type { UserCaller } from '../callers/caller.ts'
import { unauthenticated } from '../callers/refusals.ts'
import { createTrust } from '../callers/trust.ts'

export interface AccessTokenVerifier {
  /**
   * The caller that a token stands for, acting for the user's own account or for the organization of this
   * id; throws as `KeyVerifier` does.
   */
  verify(token: string, organizationId?: string): Promise<UserCaller>
  /** Whether its token was good, for this organization, when it was verified last. */
  wasGood(token: string, organizationId?: string): boolean
}

/** Verifies access tokens: their signature and times, and that the session in which they were issued goes on. */
export function createAccessTokenVerifier(db: Queryable, tokens: AccessTokens): AccessTokenVerifier {
  const trust = createTrust<UserCaller>()
  return {
    async verify(token, organizationId) {
      // Before the memory, as a token may expire while it is remembered.
      const verified = tokens.verify(token)
      if (!verified) throw unauthenticated('This access token is not valid or has expired; sign in again.')
      return await trust.verified(token, organizationId, () => lookUp(db, whoOf(verified), organizationId))
    },
    wasGood: trust.wasGood,
  }
}

interface Who {
  userId: string
  sessionId: string
  expiresAt: Date
}

function whoOf({ subject, claims }: { subject: string; claims: Record<string, unknown> }): Who {
  const { sid, exp } = claims
  if (typeof sid !== 'string' || !isUuid(sid) || !isUuid(subject)) throw ended()
  return { userId: subject, sessionId: sid, expiresAt: new Date(Number(exp) * 1000) }
}

async function lookUp(
  db: Queryable,
  { userId, sessionId, expiresAt }: Who,
  organizationId: string | undefined,
): Promise<UserCaller> {
  const { rows } = await db.query<ActingRow & { isOperator: boolean }>(
    organizationId === undefined
      ? { ...OF_OWN_ACCOUNT, values: [sessionId, userId] }
      : { ...OF_NAMED_ACCOUNT, values: [sessionId, organizationId, userId] },
  )
  const row = rows[0]
  if (!row) throw ended()
  const { isOperator } = row
  return {
    kind: 'user',
    userId,
    sessionId,
    expiresAt,
    isOperator,
    apiKeyId: null,
    test: false,
    ...readActing(row),
  }
}

const OF_OWN_ACCOUNT = {
  name: 'verify-access-token',
  text: lookUpSql(actingForOwn('app_user.account_id'), '$2'),
}
const OF_NAMED_ACCOUNT = {
  name: 'verify-access-token-for-organization',
  text: lookUpSql(actingForNamed('app_user.account_id', 'app_user.id'), '$3'),
}

function lookUpSql({ columns, joins }: ReturnType<typeof actingForOwn>, userId: string): string {
  return `
    SELECT app_user.operator_since IS NOT NULL AS "isOperator", ${columns} FROM user_session JOIN app_user ON app_user.id = user_session.user_id ${joins}
    WHERE user_session.id = $1 AND user_session.user_id = ${userId} AND ${isAhead('user_session.expires_at')}`
}

function ended(): ApiError {
  return unauthenticated('The session of this access token has ended; sign in again.')
}
