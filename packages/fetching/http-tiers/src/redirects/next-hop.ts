import type { Method } from '@gleaner/contracts'

/** Statuses that name another URL to request. Source: Fetch standard, "redirect status". */
const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** The most redirects that an attempt follows, as browsers do. Source: Fetch standard, "HTTP-redirect fetch": request’s redirect count is 20. */
export const MAX_REDIRECTS = 20

/** Whether the response redirects; without a Location it is a response like any other. */
export function isRedirect(status: number, locations: readonly string[]): boolean {
  return isRedirectStatus(status) && named(locations).length > 0
}

export function isRedirectStatus(status: number): boolean {
  return REDIRECT_STATUSES.has(status)
}

/**
 * Where a redirect leads, as browsers read it: relative to the current address, UTF-8 where a server wrote raw bytes,
 * the fragment inherited. `undefined` when it is no URL at all, or when several headers name different ones (Chromium:
 * ERR_INVALID_REDIRECT, ERR_RESPONSE_HEADERS_MULTIPLE_LOCATION).
 */
export function locationOf(locations: readonly string[], current: URL): URL | undefined {
  const [location, another] = named(locations)
  if (location === undefined || another !== undefined) return undefined
  const next = URL.parse(fromRawBytes(location), current.href)
  if (next === null) return undefined
  if (next.hash === '' && current.hash !== '') next.hash = current.hash
  return next
}

/** The different addresses that the headers name; empty ones name none. */
function named(locations: readonly string[]): string[] {
  return [...new Set(locations.map((location) => location.trim()))].filter((location) => location !== '')
}

/** Header values arrive as one character a byte; many servers put UTF-8 there. */
function fromRawBytes(value: string): string {
  if (!/[\x80-\xff]/.test(value)) return value
  const text = Buffer.from(value, 'latin1').toString('utf8')
  return text.includes('\ufffd') ? value : text
}

/** The method of the next request. Source: Fetch standard, HTTP-redirect fetch, step 12. */
export function methodAfter(status: number, method: Method): Method {
  if (status === 303) return 'GET'
  return (status === 301 || status === 302) && method === 'POST' ? 'GET' : method
}

/**
 * Whether `next` has the origin that was asked for, or is its upgrade to https on the standard ports, which is how most
 * sites answer a plain http address.
 */
export function isHomeOrigin(asked: URL, next: URL): boolean {
  if (next.origin === asked.origin) return true
  const standardPorts = asked.port === '' && next.port === ''
  return standardPorts && asked.hostname === next.hostname && next.protocol === 'https:'
}
