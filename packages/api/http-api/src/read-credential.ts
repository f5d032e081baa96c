import { ApiError } from '@gleaner/contracts'

/** Who is calling, as a request says it: by an API key, or by the access token of a person who has signed in. */
export interface Credential {
  kind: 'key' | 'token'
  text: string
}

/** Where a request may carry a credential. */
export interface CredentialPlaces {
  authorization?: string | undefined
  /** `X-API-Key`, and what stands in for it where no headers can be sent. */
  keys: readonly (string | undefined)[]
}

/**
 * The one credential of a request, wherever it stands; undefined without any. Throws INVALID_REQUEST for two that differ, since nobody can
 * tell which of them is meant, and UNAUTHENTICATED for an `Authorization` that cannot be read.
 */
export function readCredential({ authorization, keys }: CredentialPlaces): Credential | undefined {
  const given = keys.filter((text) => text !== undefined && text !== '') as string[]
  const sent = authorization === undefined ? undefined : readAuthorization(authorization)
  if (sent?.kind === 'text') given.push(sent.text)
  else if (sent?.kind === 'unreadable') {
    if (given.length === 0) throw new ApiError('UNAUTHENTICATED', sent.message)
    if (sent.isOurs) throw twoCredentials()
  }
  const [text, another] = new Set(given)
  if (text === undefined) return undefined
  if (another !== undefined) throw twoCredentials()
  return { kind: FORM.token.test(text) ? 'token' : 'key', text }
}

/** Every key of the service begins so; a token has the three parts of a JWT. */
const FORM = { key: /^sk_/, token: /^[\w-]+\.[\w-]+\.[\w-]+$/ }

type Sent =
  | { kind: 'text'; text: string }
  /** `isOurs`: it is meant for us, and not for a proxy that stands in front and leaves its own login in the request. */
  | { kind: 'unreadable'; message: string; isOurs: boolean }

const SEND = 'Send an API key or an access token as Authorization: Bearer <it>, or a key as X-API-Key.'

function readAuthorization(header: string): Sent {
  const [, scheme = '', rest = ''] = /^(\S*) *(.*)$/s.exec(header.trim()) ?? []
  switch (scheme.toLowerCase()) {
    case 'bearer':
      // RFC 6750 section 2.1.
      return /^[\w.~+/-]+=*$/.test(rest)
        ? { kind: 'text', text: rest }
        : { kind: 'unreadable', message: `Authorization is not Bearer <it>. ${SEND}`, isOurs: true }
    case 'basic':
      return readBasic(rest)
    default:
      return {
        kind: 'unreadable',
        message: `Authorization has no scheme that is known here. ${SEND}`,
        isOurs: false,
      }
  }
}

/** RFC 7617: the user name is the credential, as `curl -u <key>:` sends it. */
function readBasic(encoded: string): Sent {
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const [, user = '', password = ''] = /^([^:]*):(.*)$/s.exec(text) ?? []
  if (!FORM.key.test(user) && !FORM.token.test(user)) {
    const message =
      'Authorization: Basic takes an API key as its user name, and no password (curl -u <key>:).'
    return { kind: 'unreadable', message, isOurs: false }
  }
  if (password === '') return { kind: 'text', text: user }
  const message =
    'Authorization: Basic carries a password, which must be empty: the key is the user name alone.'
  return { kind: 'unreadable', message, isOurs: true }
}

function twoCredentials(): ApiError {
  const message = 'is not the credential that the rest of the request holds; send one of them'
  return new ApiError(
    'INVALID_REQUEST',
    'The request holds two different credentials, in Authorization, X-API-Key or api_key; send one of them.',
    { issues: [{ path: 'X-API-Key', message }] },
  )
}
