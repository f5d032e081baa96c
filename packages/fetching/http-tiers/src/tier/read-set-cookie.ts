import { type Cookie, isWithinDomain } from '@gleaner/cookie-rules'
import { DAY_MS } from '@gleaner/runtime/units'
import { isTrustworthy } from './trustworthy.ts'

/** Source: RFC 6265bis sections 5.5 to 5.7, as for all below. */
const MAX_NAME_AND_VALUE_BYTES = 4096
const MAX_ATTRIBUTE_CHARS = 1024
const MAX_LIFE_MS = 400 * DAY_MS

/** More than any line may have that browsers take. */
const MAX_LINE_CHARS = 2 * MAX_NAME_AND_VALUE_BYTES

/**
 * The cookie that a `Set-Cookie` line of this address sets; one that has expired deletes. `undefined` where browsers
 * take none.
 */
export async function readSetCookie(line: string, url: URL): Promise<Cookie | undefined> {
  if (line.length > MAX_LINE_CHARS) return undefined
  const { Cookie: Parser, defaultPath } = await import('tough-cookie')
  const { isPublicSuffix } = await import('@gleaner/cookie-rules/public-suffix')
  const parsed = Parser.parse(line, { loose: true })
  if (!parsed || Buffer.byteLength(parsed.key + parsed.value) > MAX_NAME_AND_VALUE_BYTES) return undefined

  const named = fits(parsed.domain) ? inAscii(parsed.domain) : undefined
  if (named === '' || (named !== undefined && !isWithinDomain(url.hostname, named))) return undefined
  const isSuffix = named !== undefined && isPublicSuffix(named)
  if (isSuffix && named !== url.hostname) return undefined
  const cookie: Cookie = {
    name: parsed.key,
    value: parsed.value,
    domain: named ?? url.hostname,
    hostOnly: named === undefined || isSuffix,
    path: fits(parsed.path) ? parsed.path : defaultPath(url.pathname),
    expiresAt: expiryOf(parsed),
    secure: parsed.secure,
    httpOnly: parsed.httpOnly,
    sameSite: parsed.sameSite as Cookie['sameSite'],
  }
  return isAllowed(cookie, url) ? cookie : undefined
}

function fits(attribute: string | null): attribute is string {
  return attribute !== null && attribute.length <= MAX_ATTRIBUTE_CHARS
}

/** As the host of an address is written; empty when it is none. */
function inAscii(domain: string): string {
  return URL.parse(`http://${domain}/`)?.hostname ?? ''
}

/** `Max-Age` counts before `Expires`; without either it lasts as long as the browser. */
function expiryOf({ maxAge, expires }: { maxAge: unknown; expires: Date | 'Infinity' | null }) {
  const now = Date.now()
  if (typeof maxAge === 'number') return maxAge <= 0 ? 0 : Math.min(now + maxAge * 1000, now + MAX_LIFE_MS)
  return expires instanceof Date ? Math.min(expires.getTime(), now + MAX_LIFE_MS) : undefined
}

/** What only TLS may set, and what names promise. */
function isAllowed({ name, value, secure, hostOnly, path, sameSite }: Cookie, url: URL): boolean {
  const label = (name || value).toLowerCase()
  if (name === '' && /^__(host|secure)-/.test(label)) return false
  if (secure && !isTrustworthy(url)) return false
  if (!secure && (sameSite === 'none' || label.startsWith('__secure-'))) return false
  return !label.startsWith('__host-') || (secure === true && hostOnly && path === '/')
}
