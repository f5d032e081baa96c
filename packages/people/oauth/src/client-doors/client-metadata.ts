import { OAuthError, type OAuthErrorCode } from '@gleaner/contracts'
import { CLIENT_AUTHENTICATION, GRANT_TYPES } from '../metadata.ts'
import { redirectUriFault, registrationFault } from '../redirect-uri.ts'

/** What a client says of itself (RFC 7591 section 2), as far as it means something here. */
export interface ClientMetadata {
  name: string
  redirectUris: string[]
  authentication: string
  grantTypes: string[]
}

const MOST_REDIRECT_URIS = 20
const MOST_NAME_CHARS = 60

interface Reading {
  /** Where it says nothing of these. */
  name: string
  authentication: string
  isDevelopment: boolean
}

/** Throws invalid_redirect_uri or invalid_client_metadata, which names what is wrong. What is not known is ignored, as RFC 7591 asks. */
export function readClientMetadata(said: Record<string, unknown>, otherwise: Reading): ClientMetadata {
  const grantTypes = grantTypesOf(said.grant_types ?? undefined)
  return {
    name: nameOf(said.client_name ?? otherwise.name),
    redirectUris: redirectUrisOf(said.redirect_uris ?? undefined, grantTypes, otherwise.isDevelopment),
    authentication: authenticationOf(said.token_endpoint_auth_method ?? otherwise.authentication),
    grantTypes,
  }
}

function nameOf(name: unknown): string {
  if (typeof name !== 'string') return refuse('client_name must be a text.')
  const line = name.replaceAll(/[\p{C}\s]+/gu, ' ').trim()
  if (line === '') return refuse('client_name must not be empty.')
  return [...line].slice(0, MOST_NAME_CHARS).join('')
}

function redirectUrisOf(uris: unknown, grantTypes: readonly string[], isDevelopment: boolean): string[] {
  const isNeeded = grantTypes.includes('authorization_code')
  if (uris === undefined && !isNeeded) return []
  const refuseUri = (message: string) => refuse(message, 'invalid_redirect_uri')
  if (!Array.isArray(uris) || uris.length > MOST_REDIRECT_URIS || (isNeeded && uris.length === 0))
    return refuseUri(`redirect_uris must be a list of 1 to ${MOST_REDIRECT_URIS} addresses.`)
  return uris.map((uri: unknown) => {
    const fault =
      typeof uri === 'string'
        ? (redirectUriFault(uri) ?? registrationFault(uri, isDevelopment))
        : 'must be a text'
    return fault ? refuseUri(`redirect_uris: ${String(uri).slice(0, 200)} ${fault}.`) : (uri as string)
  })
}

function grantTypesOf(types: unknown): string[] {
  if (types === undefined) return ['authorization_code']
  if (!Array.isArray(types)) return refuse('grant_types must be a list.')
  const known = GRANT_TYPES.filter((type) => types.includes(type))
  return known.length > 0 ? known : refuse(`grant_types must hold one of ${GRANT_TYPES.join(', ')}.`)
}

function authenticationOf(method: unknown): string {
  const known = CLIENT_AUTHENTICATION.find((each) => each === method)
  return known ?? refuse(`token_endpoint_auth_method must be one of ${CLIENT_AUTHENTICATION.join(', ')}.`)
}

function refuse(message: string, code: OAuthErrorCode = 'invalid_client_metadata'): never {
  throw new OAuthError(code, message)
}
