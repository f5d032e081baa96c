import { createHash, timingSafeEqual } from 'node:crypto'
import { consentStands, revokeApiKey } from '@gleaner/accounts'
import { OAuthError } from '@gleaner/contracts'
import { hasCome, type Queryable, type TransactionHandles } from '@gleaner/db'
import { storedHash } from '@gleaner/security/stored-hash'
import type { OAuthClient } from './clients.ts'
import type { OAuthContext } from './context.ts'
import { type Grant, issueKey } from './issue-key.ts'
import { notGranted, readResources } from './resources.ts'

export interface Presented {
  code: string
  redirectUri: string
  /** PKCE. */
  codeVerifier: string | undefined
  /** RFC 8707. */
  resource: string | readonly string[] | null | undefined
}

type Outcome = { key: string } | { fault: string } | { other: OAuthError }

/**
 * Exchanges a code for an API key, in place of the one that the client has of this user. A code is used up by being presented,
 * whatever comes of it; presented again, it also revokes the key that it gave. Throws invalid_grant, or invalid_target.
 */
export async function exchangeCode(
  { db, redirects, publicUrl }: Pick<OAuthContext, 'db' | 'redirects' | 'publicUrl'>,
  client: OAuthClient,
  presented: Presented,
): Promise<string> {
  const resources = readResources(publicUrl, presented.resource)
  // A refusal is returned, not thrown: that the code was used is committed with it.
  const outcome = await db.transaction(async (handles): Promise<Outcome> => {
    // Before the code: whoever deletes a client locks them in this order too.
    const { rows } = await handles.sql.query<Pick<OAuthClient, 'redirectUris'>>(
      'SELECT redirect_uris AS "redirectUris" FROM oauth_client WHERE id = $1 FOR KEY SHARE',
      [client.id],
    )
    const code = await useUp(handles.sql, presented.code)
    if (!code) return await refuseAgain(handles, client, presented.code)
    const isRegistered = rows.some(({ redirectUris }) => redirects.allows(code.redirectUri, redirectUris))
    const fault = isRegistered ? faultOf(code, client, presented) : REMOVED
    if (fault) return { fault }
    const other = notGranted(code.resources, resources)
    if (other) return { other }
    const issued = await issueKey(handles, client, code)
    if ('key' in issued)
      await handles.sql.query('UPDATE oauth_code SET api_key_id = $2 WHERE hash = $1', [code.hash, issued.id])
    return issued
  })
  if ('other' in outcome) throw outcome.other
  if ('fault' in outcome) throw new OAuthError('invalid_grant', outcome.fault)
  return outcome.key
}

interface UsedCode extends Grant {
  hash: Uint8Array
  clientId: string
  redirectUri: string
  codeChallenge: string | null
  resources: string[]
  isExpired: boolean
  /** What the consent rests on is as it was. */
  stands: boolean
}

/** Of many who present a code at once one gets it: the row is locked, and is used when the next one sees it. */
async function useUp(sql: Queryable, code: string): Promise<UsedCode | undefined> {
  const { rows } = await sql.query<UsedCode>(
    `UPDATE oauth_code AS code SET used_at = now() FROM account, app_user
     WHERE code.hash = $1 AND code.used_at IS NULL AND account.id = code.account_id AND app_user.id = code.user_id
     RETURNING code.hash, code.client_id AS "clientId", code.user_id AS "userId", code.account_id AS "accountId",
       code.redirect_uri AS "redirectUri", code.source, code.code_challenge AS "codeChallenge",
       code.membership_term AS "membershipTerm", code.resources, ${hasCome('code.expires_at')} AS "isExpired",
       account.blocked_at IS NULL AND app_user.password_version = code.password_version AND ${CONSENT_STANDS} AS stands`,
    [storedHash(code)],
  )
  return rows[0]
}

const CONSENT_STANDS = consentStands({
  person: 'code.user_id',
  account: 'code.account_id',
  term: 'code.membership_term',
})

/** A code that comes twice may have been stolen, and nobody can tell which of the two is the thief (RFC 6749 section 4.1.2). */
async function refuseAgain(both: TransactionHandles, client: OAuthClient, code: string): Promise<Outcome> {
  const { rows } = await both.sql.query<{ id: string; accountId: string }>(
    `SELECT api_key.id, api_key.account_id AS "accountId"
     FROM oauth_code JOIN api_key ON api_key.id = oauth_code.api_key_id
     WHERE oauth_code.hash = $1 AND oauth_code.client_id = $2 AND api_key.revoked_at IS NULL
     FOR UPDATE OF api_key`,
    [storedHash(code), client.id],
  )
  for (const { id, accountId } of rows) await revokeApiKey(both, { accountId, actor: 'system' }, id)
  return {
    fault: 'The code is not known or was used already. A code can be exchanged once; ask for another one.',
  }
}

const REMOVED = 'The redirect_uri that the code was given for is none of the client’s any more.'

function faultOf(code: UsedCode, client: OAuthClient, presented: Presented): string | undefined {
  if (code.clientId !== client.id) return 'The code was issued to another client.'
  if (code.isExpired) return 'The code has expired: it is good for 5 minutes.'
  if (!code.stands)
    return 'Who gave the consent may not give it any more, or has another password; ask for another code.'
  if (code.redirectUri !== presented.redirectUri)
    return 'The redirect_uri is not the one that the code was asked with.'
  if (!isVerified(code.codeChallenge, presented.codeVerifier))
    return 'The code_verifier does not belong to the code_challenge that the code was asked with.'
  return undefined
}

/** RFC 7636 section 4.6. A verifier without a challenge is refused too: somebody took the challenge away (RFC 9700 section 4.8.2). */
function isVerified(challenge: string | null, verifier: string | undefined): boolean {
  if (challenge === null || verifier === undefined) return challenge === null && verifier === undefined
  const expected = createHash('sha256').update(verifier).digest('base64url')
  return (
    challenge.length === expected.length && timingSafeEqual(Buffer.from(challenge), Buffer.from(expected))
  )
}
