/** An address whose user name and password (`http://user:password@host/`) were taken out of it. */
export interface BareUrl {
  /** Holds no login; as it was given where there was none to take out. */
  url: string
  /** The login as the value of an `Authorization` header (Basic); undefined where there was none. */
  authorization: string | undefined
}

const HIDDEN = '***'

/**
 * Takes the login out of a target's address: it is a secret, and everything else may be stored and shown. The one place
 * where such an address is taken apart.
 */
export function takeUrlLogin(text: string): BareUrl {
  const url = parseWithLogin(text)
  if (!url) return { url: text, authorization: undefined }
  const authorization = basicAuthorization(url)
  url.username = ''
  url.password = ''
  return { url: url.href, authorization }
}

/** The address as it may be shown: `http://***@host/` for one with a login, as it was given otherwise. */
export function maskUrlLogin(text: string): string {
  const url = parseWithLogin(text)
  return url ? hideLogin(url) : text
}

/** How the address is shown that `takeUrlLogin` has taken a login out of. */
export function withHiddenLogin(bareUrl: string): string {
  return hideLogin(new URL(bareUrl))
}

export function hasUrlLogin(text: string): boolean {
  return parseWithLogin(text) !== null
}

function parseWithLogin(text: string): URL | null {
  // No address has a login without this sign, and most have no such sign at all.
  if (!text.includes('@')) return null
  const url = URL.parse(text)
  return url !== null && (url.username !== '' || url.password !== '') ? url : null
}

function hideLogin(url: URL): string {
  url.username = HIDDEN
  url.password = ''
  return url.href
}

/** RFC 7617, as browsers do it: UTF-8, percent-encoding undone, a missing user name or password empty. */
function basicAuthorization({ username, password }: URL): string {
  return `Basic ${btoa(percentDecoded(`${username}:${password}`))}`
}

/** One character a byte; the parser has left no other characters than ASCII. */
function percentDecoded(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
