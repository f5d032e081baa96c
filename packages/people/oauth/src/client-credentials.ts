import { OAuthError, type TokenRequest } from '@gleaner/contracts'

/** How a client names itself at the token endpoint (RFC 6749 section 2.3.1). */
export interface ClientCredentials {
  id: string | undefined
  secret: string | undefined
  /** By HTTP Basic, which a refusal then has to name. */
  isBasic: boolean
}

/** Of HTTP Basic, else of the body. Throws invalid_client for Basic that cannot be read, and invalid_request for two that differ. */
export function readClientCredentials(
  authorization: string | undefined,
  body: Pick<TokenRequest, 'client_id' | 'client_secret'>,
): ClientCredentials {
  const inBody = { id: body.client_id || undefined, secret: body.client_secret || undefined }
  // Any other scheme is not for clients: a proxy's or a framework's own.
  if (!/^basic( |$)/i.test(authorization ?? '')) return { ...inBody, isBasic: false }
  const basic = readBasic(authorization!)
  const isOther = (given: string | undefined, known: string) => given !== undefined && given !== known
  if (isOther(inBody.id, basic.id) || isOther(inBody.secret, basic.secret)) {
    throw new OAuthError(
      'invalid_request',
      'The client in the body is not the one in Authorization; send one of them.',
    )
  }
  return { id: basic.id, secret: basic.secret || undefined, isBasic: true }
}

function readBasic(authorization: string): { id: string; secret: string } {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(authorization)?.[1] ?? ''
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? []
  if (id === undefined || secret === undefined) throw unreadable()
  return { id: formDecoded(id), secret: formDecoded(secret) }
}

/** Both are written as in a form before they are joined by a colon. */
function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw unreadable()
  }
}

function unreadable(): OAuthError {
  return new OAuthError(
    'invalid_client',
    'Authorization is not HTTP Basic with the form-urlencoded client_id and client_secret (RFC 6749 section 2.3.1).',
  )
}
