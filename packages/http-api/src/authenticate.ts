import type { AccessTokenVerifier, Caller, KeyUses, KeyVerifier } from '@gleaner/accounts'
import { ApiError, AUTH_SCHEMES, type AuthScheme, type Endpoint } from '@gleaner/contracts'
import type { Request } from 'express'
import type { GuessLimit } from './limits/guess-limit.ts'
import { organizationIdOf } from './organization-id.ts'

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

export function createAuthenticators(
  keys: KeyVerifier,
  keyUses: Pick<KeyUses, 'note'>,
  accessTokens: AccessTokenVerifier,
): Authenticators {
  return {
    apiKey: {
      isGiven: (request) => request.get('X-API-Key') !== undefined,
      async verify(request, organizationId) {
        const caller = await keys.verify(request.get('X-API-Key'), organizationId)
        keyUses.note(caller.apiKeyId)
        return caller
      },
      wasGood: (request, organizationId) => keys.wasGood(request.get('X-API-Key'), organizationId),
    },
    bearer: {
      isGiven: (request) => request.get('Authorization') !== undefined,
      verify: (request, organizationId) => accessTokens.verify(request.get('Authorization'), organizationId),
      wasGood: (request, organizationId) =>
        accessTokens.wasGood(request.get('Authorization'), organizationId),
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
    const organizationId = personal ? undefined : organizationIdOf(request)
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
