import type { FetchRequest } from '@gleaner/http-tiers'
import type { CDPSession } from 'puppeteer-core'
import type { Changes } from './request-changes.ts'

/**
 * The changes of a request, with its cookies beside a `Cookie` header of the caller's own: Chromium would send the
 * header in their place.
 */
export async function withStoredCookies(
  session: CDPSession,
  url: string,
  { headers = {} }: Pick<FetchRequest, 'headers'>,
  changes: Changes,
): Promise<Changes> {
  const given = Object.entries(headers).find(([name]) => isCookie(name))?.[1]
  // Another value is what Chromium sends by itself: the caller's has not been added for this address.
  const own = changes.headers?.find(({ name, value }) => isCookie(name) && value === given)
  if (own === undefined) return changes
  const { cookies } = await session.send('Network.getCookies', { urls: [url] })
  const stored = cookies.map(({ name, value }) => (name === '' ? value : `${name}=${value}`))
  const value = [own.value, ...stored].join('; ')
  return { ...changes, headers: changes.headers!.map((each) => (each === own ? { ...own, value } : each)) }
}

function isCookie(name: string): boolean {
  return name.toLowerCase() === 'cookie'
}
