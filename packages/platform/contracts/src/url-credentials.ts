/** A URL whose user name and password (`http://user:password@host/`) were taken out of it. */
export interface BareUrl {
  /** Holds no credentials; as it was given where there were none. */
  url: string
  /** The credentials as the value of an `Authorization` header (Basic); undefined where there were none. */
  authorization: string | undefined
}

const MASK = '***'

/**
 * Takes user name and password out of a target's URL: they are secrets, and everything else may be stored and shown. Such
 * URLs are taken apart here only.
 */
export function splitUrlCredentials(text: string): BareUrl {
  const url = parseWithCredentials(text)
  if (!url) return { url: text, authorization: undefined }
  const authorization = basicAuthorization(url)
  url.username = ''
  url.password = ''
  return { url: url.href, authorization }
}

/** The URL as it may be shown: `http://***@host/` for one with credentials, as it was given otherwise. */
export function maskUrlCredentials(text: string): string {
  const url = parseWithCredentials(text)
  return url ? maskCredentials(url) : text
}

/** How the URL is shown that `splitUrlCredentials` has taken credentials out of. */
export function withMaskedCredentials(bareUrl: string): string {
  return maskCredentials(new URL(bareUrl))
}

export function hasUrlCredentials(text: string): boolean {
  return parseWithCredentials(text) !== null
}

function parseWithCredentials(text: string): URL | null {
  // No URL has credentials without this sign, and most have no such sign at all.
  if (!text.includes('@')) return null
  const url = URL.parse(text)
  return url !== null && (url.username !== '' || url.password !== '') ? url : null
}

function maskCredentials(url: URL): string {
  url.username = MASK
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
