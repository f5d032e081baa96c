import type { Issue } from '@gleaner/contracts'
import { LIMITS } from '@gleaner/contracts/limits'
import { nextTurn } from '@gleaner/runtime/fair-turns'
import { unreadable, type Written, type WrittenCookie } from './written-cookie.ts'

const SET_COOKIE = /^set-cookie:/i
/** What only a `Set-Cookie` says of its cookie. */
const ATTRIBUTE = /^(?:(?:path|domain|expires|max-age|samesite)\s*=|(?:secure|httponly|partitioned)$)/i

export function isSetCookie(text: string): boolean {
  return SET_COOKIE.test(text.trimStart())
}

/** A `Cookie` header, with or without its name in front. */
export function fromCookieHeader(text: string): Written {
  const split = text.split(/[;\r\n]/, LIMITS.importedCookies + 1)
  if (split.length > LIMITS.importedCookies)
    return unreadable(`has more than ${LIMITS.importedCookies} parts`)
  const parts = split.map((part) => part.replace(/^\s*cookie:/i, '').trim()).filter((part) => part !== '')
  if (parts.slice(1).some((part) => ATTRIBUTE.test(part)))
    return unreadable('looks like Set-Cookie headers: begin each line with "Set-Cookie: "')
  const cookies: WrittenCookie[] = []
  const issues: Issue[] = []
  for (const [at, part] of parts.entries()) {
    const place = `cookie ${at + 1}`
    const equals = part.indexOf('=')
    if (equals < 1)
      issues.push({ path: 'cookies', message: `${place} has no name: write name=value; name=value` })
    else
      cookies.push({
        name: part.slice(0, equals).trimEnd(),
        value: part.slice(equals + 1).trimStart(),
        fault: (field, message) => ({ path: 'cookies', message: `${place}: the ${field} ${message}` }),
      })
  }
  return { cookies, issues }
}

/** Parsed in one go, before the event loop turns: some 2 ms. */
const SLICE = 100
/** A name, a value and attributes as long as browsers take them (RFC 6265bis section 5.6). */
const LINE_CHARS = 4 * LIMITS.cookieValue

/** `Set-Cookie` headers as a server sends them, one a line, each with its name in front. */
export async function fromSetCookies(text: string, now: number): Promise<Written> {
  const lines = text.split(/\r\n|\n|\r/, LIMITS.importedCookies + 1)
  if (lines.length > LIMITS.importedCookies)
    return unreadable(`has more than ${LIMITS.importedCookies} lines`)
  const { Cookie } = await import('tough-cookie')
  const cookies: WrittenCookie[] = []
  const issues: Issue[] = []
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue
    const place = `line ${at + 1}`
    if (at % SLICE === SLICE - 1) await nextTurn()
    if (line.length > LINE_CHARS) {
      issues.push({ path: 'cookies', message: `${place} is longer than any cookie` })
      continue
    }
    const parsed = isSetCookie(line)
      ? Cookie.parse(line.trimStart().replace(SET_COOKIE, '').trim())
      : undefined
    if (!parsed) {
      issues.push({
        path: 'cookies',
        message: `${place} must be "Set-Cookie: name=value" with its attributes`,
      })
      continue
    }
    const ends = parsed.expiryTime(new Date(now))
    cookies.push({
      name: parsed.key,
      value: parsed.value,
      // Without one, a cookie is of the host that sent it, which nobody tells.
      domain: parsed.domain,
      hostOnly: false,
      path: parsed.path,
      ...(ends !== undefined && Number.isFinite(ends) && { expires: Math.max(ends, 1) / 1000 }),
      secure: parsed.secure,
      httpOnly: parsed.httpOnly,
      sameSite: parsed.sameSite,
      fault: (field, message) => ({ path: 'cookies', message: `${place}: the ${field} ${message}` }),
    })
  }
  return { cookies, issues }
}
