import type { CookieJar as ToughCookieJar } from 'tough-cookie'

/**
 * The cookies of one attempt. The caller's belong to the host that was asked for and never leave it; those that
 * targets set in redirects follow the rules of RFC 6265.
 */
export interface CookieJar {
  /** The `Cookie` header for this address, if there is anything to send. */
  headerFor(url: URL): Promise<string | undefined>
  store(setCookies: readonly string[], url: URL): Promise<void>
}

export function createCookieJar(asked: URL, given: Record<string, string> | undefined): CookieJar {
  const own = Object.entries(given ?? {})
  let jar: ToughCookieJar | undefined

  return {
    async headerFor(url) {
      // Without a jar nothing was set yet, so the jar's rules (and its memory) are not needed.
      if (jar) return (await jar.getCookieString(url.href)) || undefined
      return own.length > 0 && isHome(url)
        ? own.map(([name, value]) => `${name}=${value}`).join('; ')
        : undefined
    },
    async store(setCookies, url) {
      if (setCookies.length === 0) return
      jar ??= await openJar(asked, own)
      for (const cookie of setCookies.slice(0, MAX_COOKIES_PER_RESPONSE)) {
        if (cookie.length <= MAX_COOKIE_CHARS)
          await jar.setCookie(cookie, url.href, { loose: true, ignoreError: true })
      }
    },
  }

  /** Cookies given for an https address are not shown to its http twin. */
  function isHome(url: URL): boolean {
    return url.hostname === asked.hostname && (asked.protocol === 'http:' || url.protocol === 'https:')
  }
}

/** What browsers keep of one cookie (RFC 6265bis section 5.6), and far more cookies than any response sets. */
const MAX_COOKIE_CHARS = 4096
const MAX_COOKIES_PER_RESPONSE = 100

async function openJar(asked: URL, own: [string, string][]): Promise<ToughCookieJar> {
  const { Cookie, CookieJar } = await import('tough-cookie')
  const jar = new CookieJar(undefined, { looseMode: true, rejectPublicSuffixes: true })
  for (const [key, value] of own) {
    const secure = asked.protocol === 'https:'
    const cookie = new Cookie({ key, value, domain: asked.hostname, hostOnly: true, path: '/', secure })
    await jar.setCookie(cookie, asked.href, { loose: true, ignoreError: true })
  }
  return jar
}
