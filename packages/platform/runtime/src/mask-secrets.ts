/**
 * The login of an address (`scheme://user:password@host`) in free text or JSON. As the URL standard reads it: everything
 * up to the last `@` before the host's end. A quotation mark ends it unless it is escaped, so that a mask never reaches
 * beyond a JSON string. No login holds the slashes that begin the next address, so the time is linear.
 */
const LOGIN = String.raw`(?:\\[^\s/]|[^\s/?#\\"<>])`
const LOGIN_IN_URL = new RegExp(String.raw`\b([a-z][a-z0-9+.-]{1,20}:/{2,16})${LOGIN}{1,8192}@`, 'gi')
/** Browsers take `http:host` and `http:\\host` for addresses too. What may stand before one is no part of a login. */
const LOGIN_IN_ODD_URL = new RegExp(
  String.raw`(?<=^|[\s/]|(?<!\\)")(https?:[/\\]{0,16})${LOGIN}{1,8192}@`,
  'gi',
)
const SECRET_IN_QUERY = /\b((?:api_key|access_token|refresh_token|token|secret|password)=)[^\s&"']{1,4096}/gi

/** Hides the logins of addresses and the values of key-like query parameters in free text. */
export function maskSecrets(text: string): string {
  return maskLogins(text).replace(SECRET_IN_QUERY, '$1[redacted]')
}

/** Hides the logins of addresses in free text, as `http://***@host/`; JSON text stays JSON. */
export function maskLogins(text: string): string {
  if (!text.includes('@')) return text
  return text.replace(LOGIN_IN_URL, '$1***@').replace(LOGIN_IN_ODD_URL, '$1***@')
}
