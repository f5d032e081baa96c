import type { Cookie } from '@gleaner/cookies'
import type { CookieJar as ToughCookieJar } from 'tough-cookie'

/** The cookies of one attempt: those that it begins with, and those that targets set, by the rules of RFC 6265. */
export interface CookieJar {
  /** The `Cookie` header for this address, if there is anything to send. */
  headerFor(url: URL): Promise<string | undefined>
  store(setCookies: readonly string[], url: URL): Promise<void>
}

/** `asked`: the address of the attempt. Cookies that do not say are sent over http only if it is http. */
export function createCookieJar(asked: URL, given: readonly Cookie[] = []): CookieJar {
  // Most attempts never have a cookie, and do without the jar's rules and memory.
  let opening: Promise<ToughCookieJar> | undefined
  const open = () => (opening ??= openJar(asked, given))
  if (given.length > 0) open().catch(() => undefined)

  return {
    async headerFor(url) {
      return opening && ((await (await opening).getCookieString(url.href)) || undefined)
    },
    async store(setCookies, url) {
      if (setCookies.length === 0) return
      const jar = await open()
      for (const cookie of setCookies.slice(0, MAX_COOKIES_PER_RESPONSE)) {
        if (cookie.length <= MAX_COOKIE_CHARS)
          await jar.setCookie(cookie, url.href, { loose: true, ignoreError: true })
      }
    },
  }
}

/** What browsers keep of one cookie (RFC 6265bis section 5.6), and far more cookies than any response sets. */
const MAX_COOKIE_CHARS = 4096
const MAX_COOKIES_PER_RESPONSE = 100

async function openJar(asked: URL, given: readonly Cookie[]): Promise<ToughCookieJar> {
  const tough = await import('tough-cookie')
  const jar = new tough.CookieJar(undefined, { looseMode: true, rejectPublicSuffixes: true })
  for (const { name, domain, expiresAt, secure, ...rest } of given) {
    const cookie = new tough.Cookie({
      ...rest,
      key: name,
      domain,
      expires: expiresAt === undefined ? 'Infinity' : new Date(expiresAt),
      secure: secure ?? asked.protocol === 'https:',
    })
    await jar.setCookie(cookie, `https://${domain}${rest.path}`, { loose: true, ignoreError: true })
  }
  return jar
}
