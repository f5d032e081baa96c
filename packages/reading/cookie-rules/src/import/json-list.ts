import type { Issue } from '@gleaner/contracts'
import { isObject } from '@gleaner/runtime/is-object'
import type { Written, WrittenCookie, WrittenField } from './written-cookie.ts'

/**
 * The names of each field, in the order of precedence: of browser extensions (`chrome.cookies`), DevTools, Puppeteer and Playwright,
 * Selenium (`expiry`), and Python's libraries (`host_only`).
 */
const NAMES: Record<WrittenField, readonly string[]> = {
  name: ['name'],
  value: ['value'],
  domain: ['domain', 'url'],
  hostOnly: ['hostOnly', 'host_only'],
  path: ['path'],
  expires: ['expirationDate', 'expires', 'expiry'],
  secure: ['secure'],
  httpOnly: ['httpOnly', 'http_only'],
  sameSite: ['sameSite', 'same_site'],
}
const FIELDS = Object.keys(NAMES) as WrittenField[]

/** The list of cookies that browser extensions and test tools export. Fields that are not known are left alone. */
export function fromList(entries: readonly unknown[]): Written {
  const cookies: WrittenCookie[] = []
  const issues: Issue[] = []
  for (const [at, entry] of entries.entries()) {
    const path = `cookies[${at}]`
    if (isObject(entry)) cookies.push(readEntry(entry, path))
    else issues.push({ path, message: 'must be an object with name, value and domain' })
  }
  return { cookies, issues }
}

function readEntry(entry: Readonly<Record<string, unknown>>, path: string): WrittenCookie {
  const nameOf = (field: WrittenField) => NAMES[field].find((name) => (entry[name] ?? null) !== null)
  const fields = Object.fromEntries(FIELDS.map((field) => [field, entry[nameOf(field) ?? field]]))
  return {
    ...(fields as Record<WrittenField, unknown>),
    ...(entry.session === true && { expires: undefined }),
    // An address has no dot in front that could say that subdomains are meant as well.
    ...(nameOf('domain') === 'url' && { hostOnly: true }),
    fault: (field, message) => ({ path: `${path}.${nameOf(field) ?? NAMES[field][0]}`, message }),
  }
}
