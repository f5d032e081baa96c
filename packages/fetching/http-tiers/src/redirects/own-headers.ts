import { isWithinDomain } from '@gleaner/cookie-rules'
import type { FetchRequest } from '../fetcher.ts'
import { isHomeOrigin } from './next-hop.ts'

/**
 * The caller's own headers that may be sent where `allows` finds every address concerned to pass: the home origin, or
 * with a domain its hosts on any port, but not over http when https was asked for. A `Cookie` among them stays at the
 * home origin: unlike a cookie it does not say where it belongs.
 */
export function ownHeaders(
  { url, headers, headersDomain: domain }: FetchRequest,
  allows: (test: (address: URL) => boolean) => boolean,
): Record<string, string> {
  if (headers === undefined) return {}
  const asked = new URL(url)
  const isHome = (address: URL) => isHomeOrigin(asked, address)
  if (domain === undefined) return allows(isHome) ? headers : {}
  const isSafe = ({ protocol }: URL) => asked.protocol === 'http:' || protocol === 'https:'
  if (!allows((address) => isWithinDomain(address.hostname, domain) && isSafe(address))) return {}
  return allows(isHome) ? headers : withoutCookie(headers)
}

function withoutCookie(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'cookie'))
}
