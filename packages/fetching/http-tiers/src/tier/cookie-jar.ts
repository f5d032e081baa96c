import { type Cookie, isWithinDomain } from '@gleaner/cookie-rules'
import { isForHost, isForTlsOnly, isLive, isRenewalOf, startingCookies } from '../starting-cookies.ts'
import { readSetCookie } from './read-set-cookie.ts'
import { isTrustworthy } from './trustworthy.ts'

/** The cookies of one attempt: those that it begins with, and those that targets set, by the rules of RFC 6265bis. */
export interface CookieJar {
  /** The `Cookie` header for this address, if there is anything to send. `from`: the page that leads there by itself. */
  headerFor(url: URL, from?: URL): Promise<string | undefined>
  store(setCookies: readonly string[], url: URL): Promise<void>
  /** All that have not expired. What no target changed is as it was given. */
  cookies(): Cookie[]
}

/** Far more cookies than any response sets. */
const MAX_COOKIES_PER_RESPONSE = 100

/** `asked`: the address of the attempt. */
export async function createCookieJar(asked: URL, given?: readonly Cookie[]): Promise<CookieJar> {
  // In order of creation, which a change does not change.
  const kept = new Map<string, Cookie>()
  for (const cookie of await startingCookies(asked, given)) kept.set(keyOf(cookie), cookie)

  async function headerFor(url: URL, from?: URL): Promise<string | undefined> {
    if (kept.size === 0) return undefined
    const isCrossSite = from !== undefined && !(await isSameSite(from, url))
    const sent = live()
      .filter((cookie) => isSentTo(cookie, url) && !(isCrossSite && cookie.sameSite === 'strict'))
      .sort((one, other) => other.path.length - one.path.length)
    return sent.map(({ name, value }) => (name === '' ? value : `${name}=${value}`)).join('; ') || undefined
  }

  async function store(setCookies: readonly string[], url: URL): Promise<void> {
    for (const line of setCookies.slice(0, MAX_COOKIES_PER_RESPONSE)) {
      const cookie = await readSetCookie(line, url)
      if (cookie === undefined || (!isTrustworthy(url) && hidesSecureOne(cookie))) continue
      const key = keyOf(cookie)
      for (const [old, known] of kept) if (old !== key && isRenewalOf(known, cookie, url)) kept.delete(old)
      if (isLive(cookie)) kept.set(key, cookie)
      else kept.delete(key)
    }
  }

  function isSentTo(cookie: Cookie, url: URL): boolean {
    return (
      isForHost(cookie, url) && isForPath(cookie, url) && (!isForTlsOnly(cookie, asked) || isTrustworthy(url))
    )
  }

  /** Whether it would take the place of one that only TLS may set (section 5.7, step 13). */
  function hidesSecureOne({ name, domain, path }: Cookie): boolean {
    return [...kept.values()].some(
      (known) =>
        known.name === name &&
        isForTlsOnly(known, asked) &&
        (isWithinDomain(domain, known.domain) || isWithinDomain(known.domain, domain)) &&
        pathMatches(path, known.path),
    )
  }

  const live = () => [...kept.values()].filter(isLive)
  return { headerFor, store, cookies: live }
}

function keyOf({ name, domain, hostOnly, path }: Cookie): string {
  return JSON.stringify([name, domain, hostOnly, path])
}

function isForPath({ path }: Cookie, { pathname }: URL): boolean {
  return pathMatches(pathname, path)
}

/** Section 5.1.4. */
function pathMatches(path: string, of: string): boolean {
  return path === of || (path.startsWith(of) && (of.endsWith('/') || path[of.length] === '/'))
}

async function isSameSite(one: URL, other: URL): Promise<boolean> {
  const { siteOf } = await import('@gleaner/cookie-rules/public-suffix')
  return one.protocol === other.protocol && siteOf(one.hostname) === siteOf(other.hostname)
}
