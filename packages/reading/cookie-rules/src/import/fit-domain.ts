import { isWithinDomain } from '../cookie.ts'
import { isPublicSuffix } from '../public-suffix.ts'

/**
 * Where a cookie of `host` is sent within a session's domain; undefined: nowhere. One for the site that the domain is a part of goes to
 * the domain and its subdomains only.
 */
export function fitDomain(
  { host, hostOnly }: { host: string | undefined; hostOnly: boolean },
  domain: string,
): { domain: string; hostOnly: boolean } | undefined {
  if (host === undefined) return { domain, hostOnly }
  if (isWithinDomain(host, domain)) return { domain: host, hostOnly }
  const isForAll = !hostOnly && isWithinDomain(domain, host) && !isPublicSuffix(host)
  return isForAll ? { domain, hostOnly: false } : undefined
}
