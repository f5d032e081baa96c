import { hasUrlCredentials } from '@gleaner/contracts/url-credentials'
import type { BrowserOptions, FetchRequest } from './fetcher.ts'

/*
 * What two requests may share: connections, and contexts of a browser. Nothing that carries an identity of any kind.
 *
 * 1. A request is personal unless every single thing it says is listed here as harmless. What this list does not know
 *    (a field that is new) is personal.
 * 2. A personal request gets connections and a browser context of its own, which end with it.
 * 3. What a visit turned out to carry counts like what was asked: a context that has seen a login, or anything that no
 *    wipe clears, is closed. So is one in which something ran that nobody could watch.
 * 4. What is shared after all: kept connections and TLS sessions on which nobody logged in. All that a site learns from
 *    them is that the same service comes again, which its IP address shows as well.
 */

/** For each harmless field, which of its values are. */
type Harmless<T> = { readonly [Field in keyof T]?: (value: NonNullable<T[Field]>) => boolean }

const always = () => true
const ifEmpty = (given: object) => Object.keys(given).length === 0

const HARMLESS_OPTIONS: Harmless<BrowserOptions> = {
  waitCondition: always,
  waitFor: always,
  waitForTimeoutMs: always,
  removeCookieBanners: always,
  scrollCount: always,
  blockImages: always,
  blockAds: always,
  mobile: always,
  captureXhr: always,
  screenshotOfWindow: always,
  screenshot: (wanted) => !wanted,
  pdf: (wanted) => !wanted,
  actions: (steps) => steps.length === 0,
}

const HARMLESS: Harmless<FetchRequest> = {
  url: (url) => !hasLogin(url),
  mode: always,
  takesFiles: always,
  method: (method) => method === 'GET',
  cookies: ifEmpty,
  storage: ifEmpty,
  headers: ifEmpty,
  country: always,
  language: always,
  languages: always,
  prefersMarkdown: always,
  tellsRequestHeaders: always,
  keepsRedirects: always,
  browser: (options) => isHarmless(options, HARMLESS_OPTIONS),
  memory: always,
  keepGap: always,
  // A cleaned context may serve another account; at the same time they are in different browsers.
  share: always,
  maxBytes: always,
}

/** Tiers without a browser keep the connections of each proxy URL, its login included, apart; their requests ignore the rest. */
const HARMLESS_ON_CONNECTIONS: Harmless<FetchRequest> = { ...HARMLESS, proxy: always, browser: always }

/** Whether this request may use a browser context that served others, and leave it to others. */
export function mayShareContext(request: FetchRequest): boolean {
  return isHarmless(request, HARMLESS)
}

/** Whether this request may use connections of the same proxy route that served others, and leave them to others. */
export function mayShareConnections(request: FetchRequest): boolean {
  return isHarmless(request, HARMLESS_ON_CONNECTIONS)
}

/** Whether an address carries a user name or a password. What cannot be read is taken for one that does. */
export function hasLogin(url: string): boolean {
  return URL.parse(url) === null || hasUrlCredentials(url)
}

/** A login in a request, whoever put it there: the connection may be logged in from now on. */
const PERSONAL_IN_REQUESTS: ReadonlySet<string> = new Set(['authorization', 'proxy-authorization'])

/** Responses that ask for a login, or for something that browsers remember beyond every wipe. */
const PERSONAL_IN_RESPONSES: ReadonlySet<string> = new Set([
  'www-authenticate',
  'proxy-authenticate',
  'authentication-info',
  'proxy-authentication-info',
  // Hints that the browser sends to this site from now on.
  'accept-ch',
])

/** Whether the headers of a request that a page made make its context personal. */
export function isPersonalRequest(headers: Record<string, string>): boolean {
  return Object.keys(headers).some((name) => PERSONAL_IN_REQUESTS.has(name.toLowerCase()))
}

/** The same for the headers of a response. */
export function isPersonalResponse(headers: Record<string, string>): boolean {
  return Object.entries(headers).some(([given, value]) => {
    const name = given.toLowerCase()
    return PERSONAL_IN_RESPONSES.has(name) || (name === 'location' && namesLogin(value))
  })
}

/** Whether a Location leads to an address with a login. */
function namesLogin(location: string): boolean {
  return location.includes('@') && hasLogin(URL.parse(location, 'http://relative.invalid/')?.href ?? '')
}

function isHarmless<T extends object>(given: T, harmless: Harmless<T>): boolean {
  return Object.entries(given).every(([field, value]) => {
    if (value === undefined || value === null) return true
    const check = Object.hasOwn(harmless, field) ? harmless[field as keyof T] : undefined
    return check?.(value as never) ?? false
  })
}
