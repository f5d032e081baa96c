import { LIMITS } from '@gleaner/contracts/limits'
import { CookieName, CookieValue } from '@gleaner/contracts/schemas/cookies'
import { type Cookie, isWithinDomain } from '@gleaner/cookie-rules'
import { fitDomain } from '@gleaner/cookie-rules/import/fit-domain'
import { DAY_MS } from '@gleaner/runtime/units'

/** What a target has done to the cookies that it was sent. */
export interface CookieChanges {
  set: Cookie[]
  removed: Cookie[]
}

/** A browser cuts how long a cookie lasts (Chromium at 400 days): what is no shorter than this was not cut by the target. */
const CUT_BY_BROWSERS_MS = 399 * DAY_MS
/** Times of expiry go through formats of whole seconds. */
const SAME_TIME_MS = 2_000

/**
 * What changed between the cookies that a fetch began with and those that it ended with, of those that reach the session's domain. What
 * merely lacks an attribute that some tier does not tell is no change.
 */
export function cookieChanges(
  sent: readonly Cookie[],
  ended: readonly Cookie[],
  domain: string,
  now = Date.now(),
): CookieChanges {
  const before = new Map(sent.map((cookie) => [keyOf(cookie), cookie]))
  const left = new Set<string>()
  const [changed, added]: [Cookie[], Cookie[]] = [[], []]
  for (const cookie of ended) {
    const kept = keptWithin(cookie, domain)
    if (!kept || !isStorable(kept)) continue
    const key = keyOf(kept)
    left.add(key)
    const was = before.get(key)
    if (!was) added.push(kept)
    else if (isChanged(was, kept, now)) changed.push(kept)
  }
  // A page that leaves none at all has signed out, or its tier could not tell: that is not to empty the session.
  if (left.size === 0) return { set: [], removed: [] }
  // A page may set any number.
  const set = [...changed, ...added].slice(0, LIMITS.inlineCookies)
  return { set, removed: sent.filter((cookie) => !left.has(keyOf(cookie))) }
}

/** The stored cookies after those changes; what would be more than a session may hold is left out, what is there already going first. */
export function applyChanges(stored: readonly Cookie[], { set, removed }: CookieChanges): Cookie[] {
  const cookies = new Map(stored.map((cookie) => [keyOf(cookie), cookie]))
  for (const cookie of removed) cookies.delete(keyOf(cookie))
  for (const cookie of set) {
    const key = keyOf(cookie)
    for (const [other, old] of cookies) if (other !== key && isGuessAt(old, cookie)) cookies.delete(other)
    const others = [...cookies.values()].filter((other) => keyOf(other) !== key)
    const bytes = [...others, cookie].reduce((sum, { name, value }) => sum + name.length + value.length, 0)
    if (others.length < LIMITS.inlineCookies && bytes <= LIMITS.sessionCookies) cookies.set(key, cookie)
  }
  return [...cookies.values()]
}

/** What makes two cookies the same one (RFC 6265, 5.3). */
function keyOf({ name, domain, path }: Cookie): string {
  return `${domain}\t${path}\t${name}`
}

/**
 * A cookie that came as a name and a value stands for the one that its target sets: where and how, nobody has said. The target's own takes
 * its place; else both would be sent, and the old one first.
 */
function isGuessAt(old: Cookie, { name, domain }: Cookie): boolean {
  return (
    old.name === name && old.secure === undefined && old.path === '/' && isWithinDomain(domain, old.domain)
  )
}

/** A cookie as the session may keep it; undefined: it is none of its domain's. */
function keptWithin(cookie: Cookie, domain: string): Cookie | undefined {
  const fitting = fitDomain({ host: cookie.domain, hostOnly: cookie.hostOnly }, domain)
  return fitting && { ...cookie, ...fitting }
}

/** As long as a path is that is imported (`import/check-cookie.ts` of packages/reading/cookie-rules). */
const MAX_PATH = 1_024

function isStorable({ name, value, path }: Cookie): boolean {
  const fits = name.length <= LIMITS.cookieNameChars && Buffer.byteLength(value) <= LIMITS.cookieValue
  const isWritten = CookieName.safeParse(name).success && CookieValue.safeParse(value).success
  return fits && isWritten && path.length <= MAX_PATH && CookieValue.safeParse(path).success
}

function isChanged(was: Cookie, is: Cookie, now: number): boolean {
  if (was.value !== is.value) return true
  if (was.expiresAt === undefined || is.expiresAt === undefined) return was.expiresAt !== is.expiresAt
  if (Math.abs(is.expiresAt - was.expiresAt) < SAME_TIME_MS) return false
  return is.expiresAt > was.expiresAt || is.expiresAt < now + CUT_BY_BROWSERS_MS
}
