import type { Cookie } from '@gleaner/cookie-rules'
import type { FetchRequest } from '@gleaner/http-tiers'
import { isForHost } from '@gleaner/http-tiers'
import type { CDPSession, Protocol } from 'puppeteer-core'

/**
 * Takes a cookie that was given by name and value alone out of the browser context when its target sets it anew, as
 * `isRenewalOf` says: Chromium keeps both, and sends the old one first.
 */
export interface RenewedCookies {
  /** Whose responses may do so. */
  domains: readonly string[]
  /** A response of this address has come, which no document has yet. Responses do not show what they set here. */
  onResponse(url: string): Promise<void>
}

export function createRenewedCookies(
  session: CDPSession,
  { cookies: given = [] }: FetchRequest,
): RenewedCookies {
  let guessed = given.filter(({ secure }) => secure === undefined)
  const domains = [...new Set(guessed.map(({ domain }) => domain))]

  async function onResponse(address: string): Promise<void> {
    const url = URL.parse(address)
    if (url === null || !guessed.some((cookie) => isForHost(cookie, url))) return
    const { cookies: found } = await session.send('Network.getCookies', { urls: [address] })
    const set = found.filter((each) => !given.some((cookie) => isSame(cookie, each)))
    const renewed = guessed.filter(({ name }) => set.some((each) => each.name === name && each.path === '/'))
    guessed = guessed.filter((cookie) => !renewed.includes(cookie))
    for (const cookie of renewed) {
      const { name, path } = cookie
      await session.send('Network.deleteCookies', { name, path, domain: domainOf(cookie) })
    }
  }

  return { domains, onResponse }
}

function isSame(cookie: Cookie, { name, domain, path }: Protocol.Network.Cookie): boolean {
  return cookie.name === name && cookie.path === path && domainOf(cookie) === domain
}

/** As Chromium names it. */
function domainOf({ domain, hostOnly }: Cookie): string {
  return hostOnly ? domain : `.${domain}`
}
