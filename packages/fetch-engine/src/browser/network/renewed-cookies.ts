import type { CDPSession } from 'puppeteer-core'
import type { FetchRequest } from '../../fetcher.ts'
import { readSetCookie } from '../../http-tiers/read-set-cookie.ts'
import { isForHost, isRenewalOf } from '../../starting-cookies.ts'

/** Takes given cookies out of a browser context when a target sets them anew as what are others to Chromium. */
export interface RenewedCookies {
  /** Domains of the cookies whose renewal it would not notice by itself. */
  domains: readonly string[]
  /** `setCookies`: the lines of a response that has come from `url`, and that the page does not have yet. */
  onResponse(url: string, setCookies: string | undefined): Promise<void>
}

export function createRenewedCookies(session: CDPSession, { cookies = [] }: FetchRequest): RenewedCookies {
  let guessed = cookies.filter(({ secure }) => secure === undefined)
  const domains = [...new Set(guessed.map(({ domain }) => domain))]

  async function onResponse(address: string, setCookies: string | undefined): Promise<void> {
    const url = URL.parse(address)
    if (setCookies === undefined || url === null || !guessed.some((cookie) => isForHost(cookie, url))) return
    for (const line of setCookies.split('\n')) {
      const set = await readSetCookie(line, url)
      const renewed = set ? guessed.filter((cookie) => isRenewalOf(cookie, set, url)) : []
      guessed = guessed.filter((cookie) => !renewed.includes(cookie))
      for (const { name, domain, hostOnly, path } of renewed) {
        // Chromium has replaced it.
        if (set?.domain === domain && set.hostOnly === hostOnly) continue
        await session.send('Network.deleteCookies', { name, domain: hostOnly ? domain : `.${domain}`, path })
      }
    }
  }

  return { domains, onResponse }
}
