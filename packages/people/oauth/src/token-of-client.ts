import { findToolKey, revokeApiKey, type ToolKey } from '@gleaner/accounts'
import { API_ROOT, type Introspection, OAuthError, type OAuthTokenForm } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import type { OAuthClient } from './clients.ts'
import type { OAuthContext } from './context.ts'
import { issuerOf } from './issuer.ts'

/**
 * Ends a key that a client got (RFC 7009). What is no token, or has ended, is in the state that was asked for. Throws unauthorized_client
 * for the token of another client, which then stays.
 */
export async function revokeToken(
  { db }: Pick<OAuthContext, 'db'>,
  client: OAuthClient,
  form: OAuthTokenForm,
): Promise<void> {
  const token = tokenIn(form)
  await db.transaction(async (handles) => {
    const key = await findToolKey(handles.sql, token)
    if (!key) return
    if (key.clientId !== client.id)
      throw new OAuthError('unauthorized_client', 'The token was issued to another client.')
    await revokeApiKey(handles, { accountId: key.accountId, actor: `user:${key.userId}` }, key.id)
  })
}

/** What a client may know of a token (RFC 7662). Throws invalid_client for a public one: anybody may call themself that. */
export async function introspectToken(
  { publicUrl }: Pick<OAuthContext, 'publicUrl'>,
  sql: Queryable,
  client: OAuthClient,
  form: OAuthTokenForm,
): Promise<Introspection> {
  if (client.secretHash === null)
    throw new OAuthError('invalid_client', 'A client without a secret cannot introspect tokens.')
  const key = await findToolKey(sql, tokenIn(form))
  return key?.clientId === client.id ? described(issuerOf(publicUrl), key) : { active: false }
}

function described(issuer: string, { clientId, userId, createdAt, expiresAt }: ToolKey): Introspection {
  return {
    active: true,
    scope: 'scrape',
    client_id: clientId,
    token_type: 'bearer',
    iss: issuer,
    aud: issuer + API_ROOT,
    sub: userId,
    iat: inSeconds(createdAt),
    ...(expiresAt && { exp: inSeconds(expiresAt) }),
  }
}

function inSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000)
}

function tokenIn({ token }: OAuthTokenForm): string {
  if (token) return token
  throw new OAuthError('invalid_request', 'token must be given.')
}
