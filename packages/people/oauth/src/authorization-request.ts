import { type AuthorizeRequest, OAuthError } from '@gleaner/contracts'
import { notConfigured } from './authenticate-client.ts'
import { isAnyClientRegistered, type OAuthClient } from './clients.ts'
import type { OAuthContext } from './context.ts'
import { knownClient } from './known-client.ts'
import { redirectUriFault } from './redirect-uri.ts'
import { readResources } from './resources.ts'

/**
 * The client that asks to be allowed, at a redirect URI that may be used. Throws INVALID_REQUEST, or SERVICE_UNAVAILABLE when no client is
 * registered at all: nothing of it may be sent to the redirect URI.
 */
export async function clientOfRequest(
  ctx: OAuthContext,
  { client_id, redirect_uri }: Pick<AuthorizeRequest, 'client_id' | 'redirect_uri'>,
): Promise<OAuthClient> {
  const client = await knownClient(ctx, client_id)
  if (!client) {
    if (!(await isAnyClientRegistered(await ctx.db.prisma()))) throw notConfigured()
    throw faulty('client_id', 'is not known; the operator of this service registers clients')
  }
  const fault = redirectUriFault(redirect_uri)
  if (fault) throw faulty('redirect_uri', fault)
  if (!ctx.redirects.allows(redirect_uri, client.redirectUris))
    throw faulty('redirect_uri', 'is not allowed for this client; the operator of this service adds it')
  return client
}

const CHALLENGE = /^[\w-]{43}$/

/** What else is wrong with a request, as RFC 6749 section 4.1.2.1 and RFC 7636 section 4.4.1 call it. */
export function requestFault(
  { publicUrl }: Pick<OAuthContext, 'publicUrl'>,
  client: Pick<OAuthClient, 'secretHash'>,
  { scope, code_challenge, code_challenge_method, resource }: AuthorizeRequest,
): OAuthError | undefined {
  try {
    readResources(publicUrl, resource)
  } catch (error) {
    return error as OAuthError
  }
  const wrongScope = scopeFault(scope)
  if (wrongScope) return wrongScope
  if (!code_challenge) {
    if (code_challenge_method) return faulty('code_challenge', 'is missing')
    return client.secretHash === null
      ? faulty('code_challenge', 'is required: this client has no secret')
      : undefined
  }
  if (code_challenge_method !== 'S256') return faulty('code_challenge_method', 'must be "S256"')
  if (!CHALLENGE.test(code_challenge))
    return faulty('code_challenge', 'must be 43 characters of base64url, the SHA-256 of the code_verifier')
  return undefined
}

export function scopeFault(scope: string | null | undefined): OAuthError | undefined {
  return scope && scope !== 'scrape'
    ? faulty('scope', 'must be "scrape", the only one', 'invalid_scope')
    : undefined
}

/** The fault of one parameter, which the API lists as an issue. */
export function faulty(
  path: string,
  message: string,
  code: 'invalid_request' | 'invalid_scope' = 'invalid_request',
): OAuthError {
  return new OAuthError(code, `${path}: ${message}`, { issues: [{ path, message }] })
}
