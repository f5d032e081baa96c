import type { Cookie } from '@gleaner/cookie-rules'
import type { CookieJar } from 'tough-cookie'

/** A jar's cookies in the service's own form. */
export async function cookiesIn(jar: CookieJar): Promise<Cookie[]> {
  const { cookies = [] } = (await jar.serialize()) ?? {}
  return cookies.map((each) => {
    const expiresAt =
      each.expires && each.expires !== 'Infinity' ? Date.parse(String(each.expires)) : undefined
    return {
      name: String(each.key),
      value: String(each.value),
      domain: String(each.domain),
      hostOnly: Boolean(each.hostOnly),
      path: String(each.path ?? '/'),
      expiresAt,
      secure: Boolean(each.secure),
      httpOnly: Boolean(each.httpOnly),
      sameSite: each.sameSite as Cookie['sameSite'],
    }
  })
}
