import type { AccessTokenVerifier, Caller, KeyUses, KeyVerifier } from '@gleaner/accounts'
import { ApiError, AUTH_SCHEMES, type AuthScheme, type Endpoint } from '@gleaner/contracts'
import type { Request } from 'express'
import type { GuessLimit } from './limits/guess-limit.ts'
import { organizationIdOf } from './organization-id.ts'
import { queryValue } from './query-value.ts'
import { type Credential, readCredential } from './read-credential.ts'

/** Verifies one kind of credential. */
export interface Authenticator {
  /** Who is calling from an address, for themself or for an organization; throws UNAUTHENTICATED or FORBIDDEN. */
  verify(text: string, organizationId: string | undefined, address: string): Promise<Caller>
  /** Whether the credential was good, for this organization, when it was verified last. */
  wasGood(text: string, organizationId: string | undefined): boolean
}

export type Authenticators = Record<Credential['kind'], Authenticator>

/** Keys, whose uses are counted, and the tokens of people. */
export function createAuthenticators(
  keys: KeyVerifier,
  tokens: AccessTokenVerifier,
  keyUses: Pick<KeyUses, 'note'>,
): Authenticators {
  const key: Authenticator = {
    async verify(text, organizationId, address) {
      const caller = await keys.verify(text, organizationId, address)
      keyUses.note(caller.apiKeyId, caller.address)
      return caller
    },
    wasGood: keys.wasGood,
  }
  return { key, token: tokens }
}

/** How callers of an endpoint are authenticated, by its declaration; undefined is nobody in particular. */
export function authenticationOf(
  { auth, personal }: Pick<Endpoint, 'auth' | 'personal'>,
  authenticators: Authenticators,
  guesses: GuessLimit,
): (request: Request) => Promise<Caller | undefined> {
  const schemes: readonly AuthScheme[] = AUTH_SCHEMES[auth]
  if (schemes.length === 0) return async () => undefined
  const [takesKeys, takesQuery] = [schemes.includes('apiKey'), schemes.includes('queryKey')]
  return async (request) => {
    const inQuery = takesQuery ? queryValue(request, 'api_key') : undefined
    const credential = readCredential({
      authorization: request.get('Authorization'),
      keys: [request.get('X-API-Key'), inQuery],
    })
    if (!credential) throw takesKeys ? missing() : missingToken()
    if (credential.kind === 'key' && !takesKeys) throw noKeysHere()
    const organizationId = personal ? undefined : organizationIdOf(request, inQuery !== undefined)
    const { verify, wasGood } = authenticators[credential.kind]
    if (!wasGood(credential.text, organizationId)) guesses.check(request)
    try {
      return await verify(credential.text, organizationId, request.ip ?? '')
    } catch (error) {
      if (error instanceof ApiError && error.code === 'UNAUTHENTICATED') await guesses.failed(request)
      throw error
    }
  }
}

function missing(): ApiError {
  return new ApiError(
    'UNAUTHENTICATED',
    'Send your API key in the X-API-Key header, or as Authorization: Bearer <key>.',
  )
}

function missingToken(): ApiError {
  return new ApiError('UNAUTHENTICATED', 'Send your access token as Authorization: Bearer <token>.')
}

function noKeysHere(): ApiError {
  return new ApiError(
    'UNAUTHENTICATED',
    'An API key cannot do this: one in the wrong hands must not be able to make keys or to change the account. Sign in with POST /auth/login, and send its access token as Authorization: Bearer <token>.',
  )
}
