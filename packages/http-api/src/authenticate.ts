import type { AccessTokenVerifier, Caller, KeyUses, KeyVerifier } from '@gleaner/accounts'
import { ApiError, AUTH_SCHEMES, type AuthScheme, type Endpoint } from '@gleaner/contracts'
import type { Request } from 'express'
import type { GuessLimit } from './limits/guess-limit.ts'
import { organizationIdOf } from './organization-id.ts'
import { queryValue } from './query-value.ts'

/** Verifies one kind of credential. */
export interface Authenticator {
  /** Whether a request carries such a credential. */
  isGiven(request: Request): boolean
  /** Who is calling, for themself or for an organization; throws UNAUTHENTICATED, also when there is no credential. */
  verify(request: Request, organizationId: string | undefined): Promise<Caller>
  /** Whether the credential was good, for this organization, when it was verified last. */
  wasGood(request: Request, organizationId: string | undefined): boolean
}

export type Authenticators = Partial<Record<AuthScheme, Authenticator>>

/** Keys in the header that is meant for them, and in the query for who cannot send one. */
export function keyAuthenticators(
  keys: KeyVerifier,
  keyUses: Pick<KeyUses, 'note'>,
): Record<'apiKey' | 'queryKey', Authenticator> {
  const readBy = (keyOf: (request: Request) => string | undefined): Authenticator => ({
    isGiven: (request) => keyOf(request) !== undefined,
    async verify(request, organizationId) {
      const caller = await keys.verify(keyOf(request), organizationId)
      keyUses.note(caller.apiKeyId)
      return caller
    },
    wasGood: (request, organizationId) => keys.wasGood(keyOf(request), organizationId),
  })
  return {
    apiKey: readBy((request) => request.get('X-API-Key')),
    queryKey: readBy((request) => queryValue(request, 'api_key')),
  }
}

export function tokenAuthenticator(accessTokens: AccessTokenVerifier): Record<'bearer', Authenticator> {
  const tokenOf = (request: Request) => request.get('Authorization')
  return {
    bearer: {
      isGiven: (request) => tokenOf(request) !== undefined,
      verify: (request, organizationId) => accessTokens.verify(tokenOf(request), organizationId),
      wasGood: (request, organizationId) => accessTokens.wasGood(tokenOf(request), organizationId),
    },
  }
}

/**
 * How callers of an endpoint are authenticated, by its declaration; undefined is nobody in particular. Throws when nothing
 * verifies what the endpoint asks for.
 */
export function authenticationOf(
  { method, path, auth, personal }: Pick<Endpoint, 'method' | 'path' | 'auth' | 'personal'>,
  authenticators: Authenticators,
  guesses: GuessLimit,
): (request: Request) => Promise<Caller | undefined> {
  const accepted = AUTH_SCHEMES[auth].map((scheme) => {
    const authenticator = authenticators[scheme]
    if (!authenticator) throw new Error(`${method} ${path} asks for ${scheme}, which nothing verifies.`)
    return authenticator
  })
  const [first] = accepted
  if (!first) return async () => undefined
  return async (request) => {
    const given = accepted.find(({ isGiven }) => isGiven(request))
    if (!given && authenticators.apiKey?.isGiven(request)) throw noKeysHere()
    const inQuery = given !== undefined && given === authenticators.queryKey
    const organizationId = personal ? undefined : organizationIdOf(request, inQuery)
    if (!given) return await first.verify(request, organizationId)
    if (!given.wasGood(request, organizationId)) guesses.check(request)
    try {
      return await given.verify(request, organizationId)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'UNAUTHENTICATED') await guesses.failed(request)
      throw error
    }
  }
}

function noKeysHere(): ApiError {
  return new ApiError(
    'UNAUTHENTICATED',
    'An API key cannot do this: one in the wrong hands must not be able to make keys or to change the account. Sign in with POST /auth/login, and send its access token as Authorization: Bearer <token>.',
  )
}
