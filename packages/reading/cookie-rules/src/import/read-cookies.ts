import type { Issue } from '@gleaner/contracts'
import { createJsonScanner, JsonTooLarge } from '@gleaner/contracts/json-scanner'
import { LIMITS } from '@gleaner/contracts/limits'
import { nextTurn } from '@gleaner/runtime/fair-turns'
import type { Cookie } from '../cookie.ts'
import type { OriginStorage } from '../storage.ts'
import { checkCookie } from './check-cookie.ts'
import { fromCookiesTxt, isCookiesTxt } from './cookies-txt.ts'
import { fromCookieHeader, fromSetCookies, isSetCookie } from './header-lines.ts'
import { fromList } from './json-list.ts'
import { fromNames } from './names-and-values.ts'
import { readStorage } from './read-storage.ts'
import { unreadable, type Written } from './written-cookie.ts'

export interface ReadCookies {
  cookies: Cookie[]
  /** Of a storage state. */
  storage: OriginStorage[]
  /** Cookies of other sites, and such as have expired. */
  leftOut: number
}

/** Checked in one go, before the event loop turns: some 2 ms. */
const SLICE = 200

/** Told at once; who has more of them has sent something else. */
const MOST_ISSUES = 20

/**
 * The cookies for a domain and its subdomains, and what a storage state has besides, out of whatever people have them in: names and values, a list of an extension's or a test
 * tool's, cookies.txt, a `Cookie` header, or the text of these. Or else what is wrong, without any value.
 */
export async function readCookies(
  given: unknown,
  domain: string,
  now = Date.now(),
): Promise<(ReadCookies & { issues?: undefined }) | { issues: Issue[] }> {
  const written = await readFormat(given, now)
  const { issues } = written
  const kept = new Map<string, Cookie>()
  const otherDomains = new Set<string>()
  let expired = 0
  for (const [at, entry] of written.cookies.entries()) {
    if (at % SLICE === SLICE - 1) await nextTurn()
    const checked = checkCookie(entry, domain, now)
    if (checked.kind === 'faulty') issues.push(checked.issue)
    else if (checked.kind === 'expired') expired++
    else if (checked.kind === 'of another domain') otherDomains.add(checked.domain)
    else kept.set(keyOf(checked.cookie), checked.cookie)
  }
  const stored = readStorage(written.origins, domain)
  if (issues.length > 0 || stored.issues)
    return { issues: [...issues, ...(stored.issues ?? [])].slice(0, MOST_ISSUES) }
  const { storage } = stored
  const cookies = [...kept.values()]
  const fault =
    tooMuch(cookies) ??
    (cookies.length + storage.length === 0 ? nothingLeft(domain, otherDomains, expired) : undefined)
  if (fault) return { issues: unreadable(fault).issues }
  return { cookies, storage, leftOut: written.cookies.length - cookies.length }
}

/** By the structure of what is given. */
async function readFormat(given: unknown, now: number): Promise<Written> {
  if (typeof given !== 'string') return readValue(given)
  if (given.length > LIMITS.importedText)
    return unreadable(`has more than ${LIMITS.importedText / 1024} KB; export the cookies of this site alone`)
  const text = given.replace(/^\ufeff/, '')
  if (/^\s*[[{]/.test(text)) return readJson(text)
  if (isSetCookie(text)) return await fromSetCookies(text, now)
  return isCookiesTxt(text) ? fromCookiesTxt(text) : fromCookieHeader(text)
}

function readValue(given: unknown): Written {
  if (typeof given !== 'object' || given === null)
    return unreadable('must be an object of names and values, a list of cookies, or a text of these')
  // As Playwright's storageState and DevTools have it. A cookie of this name has a text for its value.
  const { cookies, origins } = given as { cookies?: unknown; origins?: unknown }
  const list = [given, cookies].find((value) => Array.isArray(value))
  if ((list ?? Object.keys(given)).length > LIMITS.importedCookies)
    return unreadable(`has more than ${LIMITS.importedCookies} entries`)
  if (!list) return fromNames(given as Record<string, unknown>)
  return { ...fromList(list), ...(list === cookies && { origins }) }
}

function readJson(text: string): Written {
  try {
    refuseTooManyParts(text)
    return readValue(JSON.parse(text))
  } catch (error) {
    if (error instanceof JsonTooLarge) return unreadable(error.message)
    return unreadable('begins like JSON, and is not valid JSON')
  }
}

/** As much as an import may have that is no text. */
const BOUNDS = { depth: LIMITS.requestDepth, parts: LIMITS.importedCookieParts, partsOf: {} }

/** Throws JsonTooLarge: a text of brackets takes a hundred times as long to parse as any cookies. */
function refuseTooManyParts(text: string): void {
  const bytes = Buffer.from(text)
  createJsonScanner(BOUNDS).read(bytes, 0, bytes.length)
}

/** What makes two cookies the same (RFC 6265 section 5.3, step 11). */
function keyOf({ name, domain, path }: Cookie): string {
  return JSON.stringify([name, domain, path])
}

function tooMuch(cookies: readonly Cookie[]): string | undefined {
  if (cookies.length > LIMITS.inlineCookies)
    return `at most ${LIMITS.inlineCookies} cookies; leave out those that only measure visits`
  const bytes = cookies.reduce((sum, { name, value }) => sum + name.length + Buffer.byteLength(value), 0)
  if (bytes > LIMITS.sessionCookies) return `at most ${LIMITS.sessionCookies / 1024} KB of cookies in total`
  return undefined
}

/** Domains that a message names. */
const NAMED_DOMAINS = 5

function nothingLeft(domain: string, others: ReadonlySet<string>, expired: number): string | undefined {
  if (expired > 0) return `every cookie for ${domain} has expired; sign in there and export them again`
  if (others.size === 0) return undefined
  const named = [...others].slice(0, NAMED_DOMAINS).join(', ')
  const more = others.size > NAMED_DOMAINS ? ` and ${others.size - NAMED_DOMAINS} more` : ''
  return `none of them is for ${domain}: they are for ${named}${more}; export those of this site, or name theirs as the domain`
}
