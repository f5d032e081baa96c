import type { AccessTokenVerifier, Caller, KeyVerifier } from '@gleaner/accounts'
import { AUTH_SCHEMES, type AuthScheme, type Endpoint } from '@gleaner/contracts'
import type { Request } from 'express'
import { organizationIdOf } from './organization-id.ts'

/** Verifies one kind of credential. */
export interface Authenticator {
  /** Whether a request carries such a credential. */
  isGiven(request: Request): boolean
  /** Who is calling, for themself or for an organization; throws UNAUTHENTICATED, also when there is no credential. */
  verify(request: Request, organizationId: string | undefined): Promise<Caller>
}

export type Authenticators = Partial<Record<AuthScheme, Authenticator>>

export function createAuthenticators(keys: KeyVerifier, accessTokens: AccessTokenVerifier): Authenticators {
  return {
    apiKey: {
      isGiven: (request) => request.get('X-API-Key') !== undefined,
      verify: (request, organizationId) => keys.verify(request.get('X-API-Key'), organizationId),
    },
    bearer: {
      isGiven: (request) => request.get('Authorization') !== undefined,
      verify: (request, organizationId) => accessTokens.verify(request.get('Authorization'), organizationId),
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
): (request: Request) => Promise<Caller | undefined> {
  const accepted = AUTH_SCHEMES[auth].map((scheme) => {
    const authenticator = authenticators[scheme]
    if (!authenticator) throw new Error(`${method} ${path} asks for ${scheme}, which nothing verifies.`)
    return authenticator
  })
  const [first] = accepted
  if (!first) return async () => undefined
  return async (request) => {
    const given = accepted.find(({ isGiven }) => isGiven(request)) ?? first
    return await given.verify(request, personal ? undefined : organizationIdOf(request))
  }
}
