import type { Issue } from '@gleaner/contracts'
import { LIMITS } from '@gleaner/contracts/limits'
import { CookieName, CookieValue } from '@gleaner/contracts/schemas/cookies'
import type { Cookie } from '../cookie.ts'
import { hostOf } from '../session-domain.ts'
import { fitDomain } from './fit-domain.ts'
import { readExpiry } from './read-expiry.ts'
import type { WrittenCookie, WrittenField } from './written-cookie.ts'

export type Checked =
  | { kind: 'kept'; cookie: Cookie }
  | { kind: 'of another domain'; domain: string }
  | { kind: 'expired' }
  | { kind: 'faulty'; issue: Issue }

/** A cookie that goes nowhere but to the domain and its subdomains, as browsers would keep it. Those of other sites are not looked at. */
export function checkCookie(written: WrittenCookie, domain: string, now: number): Checked {
  const faulty = (field: WrittenField, message: string): Checked => ({
    kind: 'faulty',
    issue: written.fault(field, message),
  })
  const { name, value } = written
  const prefix = typeof name === 'string' ? prefixOf(name) : undefined

  const scope = readScope(written, prefix === 'host')
  if (!scope) return faulty('domain', 'must be a host name such as "example.com"')
  const fitting =
    scope.host === undefined ? { domain, hostOnly: prefix === 'host' } : fitDomain(scope, domain)
  if (!fitting) return { kind: 'of another domain', domain: scope.host! }

  const expiry = readExpiry(written.expires)
  if (expiry === 'unreadable')
    return faulty('expires', 'must be a time in seconds since 1970, or a text such as "2027-01-31T12:00:00Z"')
  if (expiry !== undefined && expiry <= now) return { kind: 'expired' }

  if (typeof name !== 'string' || !CookieName.safeParse(name).success)
    return faulty('name', 'must have only characters that names of cookies have (RFC 6265)')
  if (name.length > LIMITS.cookieNameChars)
    return faulty('name', `must have at most ${LIMITS.cookieNameChars} characters`)
  if (typeof value !== 'string') return faulty('value', 'must be a string')
  if (!CookieValue.safeParse(value).success)
    return faulty('value', 'must not contain control characters or ";"')
  if (Buffer.byteLength(value) > LIMITS.cookieValue)
    return faulty('value', `must have at most ${LIMITS.cookieValue.toLocaleString('en')} bytes`)
  for (const field of ['hostOnly', 'secure', 'httpOnly'] as const)
    if (typeof (written[field] ?? false) !== 'boolean') return faulty(field, 'must be true or false')

  const secure = prefix ? true : (written.secure as boolean | null | undefined)
  return {
    kind: 'kept',
    cookie: {
      name,
      value,
      ...fitting,
      path: prefix === 'host' ? '/' : readPath(written.path),
      expiresAt: expiry,
      secure: secure ?? undefined,
      httpOnly: written.httpOnly === true,
      sameSite: readSameSite(written.sameSite),
    },
  }
}

/** What the beginning of a name promises (RFC 6265bis section 4.1.3): browsers keep no cookie that breaks it. */
function prefixOf(name: string): 'host' | 'secure' | undefined {
  if (/^__host-/i.test(name)) return 'host'
  return /^__secure-/i.test(name) ? 'secure' : undefined
}

/**
 * The host that a cookie was set for; undefined for one that does not say. Puppeteer, Playwright and Selenium write a dot in front where
 * its subdomains are meant as well, and nothing else.
 */
function readScope(
  { domain, hostOnly }: WrittenCookie,
  isHostPrefixed: boolean,
): { host: string | undefined; hostOnly: boolean } | undefined {
  if ((domain ?? '') === '') return { host: undefined, hostOnly: false }
  const host = typeof domain === 'string' ? hostOf(domain) : undefined
  if (host === undefined) return undefined
  const isSaid = typeof hostOnly === 'boolean'
  return {
    host,
    hostOnly: isHostPrefixed || (isSaid ? hostOnly : !(domain as string).trim().startsWith('.')),
  }
}

/** RFC 6265 section 5.1.4: what is no path stands for all of them. */
function readPath(path: unknown): string {
  return typeof path === 'string' && /^\/[^\x00-\x1f\x7f;]{0,1023}$/.test(path) ? path : '/'
}

const SAME_SITE: Readonly<Record<string, Cookie['sameSite']>> = {
  strict: 'strict',
  lax: 'lax',
  none: 'none',
  no_restriction: 'none',
}

/** Extensions also write `unspecified`: that the target has not said. */
function readSameSite(given: unknown): Cookie['sameSite'] {
  return typeof given === 'string' ? SAME_SITE[given.toLowerCase()] : undefined
}
