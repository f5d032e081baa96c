import { type Cookie, isAddress, isWithinDomain } from '@gleaner/cookie-rules'

/**
 * The cookies that an attempt begins with: none that has expired, and none for the hosts of strangers, as all below a
 * public suffix are. One of the asked host itself is for that alone: a name of a single label is a suffix as well.
 */
export async function startingCookies(asked: URL, given: readonly Cookie[] = []): Promise<Cookie[]> {
  const live = given.filter(isLive)
  if (live.every(({ hostOnly }) => hostOnly)) return live
  const { isPublicSuffix } = await import('@gleaner/cookie-rules/public-suffix')
  return live.flatMap((cookie) => {
    const { domain, hostOnly } = cookie
    if (hostOnly || !(isAddress(domain) || isPublicSuffix(domain))) return [cookie]
    return domain === asked.hostname ? [{ ...cookie, hostOnly: true }] : []
  })
}

export function isLive({ expiresAt }: Cookie): boolean {
  return expiresAt === undefined || expiresAt > Date.now()
}

/** Cookies that do not say are sent over http only if that is what was asked for. */
export function isForTlsOnly({ name, secure }: Cookie, asked: URL): boolean {
  return secure ?? (asked.protocol === 'https:' || /^__(host|secure)-/i.test(name))
}

/** Whether a cookie is for this host, whatever its path. */
export function isForHost({ domain, hostOnly }: Cookie, { hostname }: URL): boolean {
  return hostOnly ? hostname === domain : isWithinDomain(hostname, domain)
}

/**
 * Of a cookie that was given by name and value alone, nobody knows how the target had set it: the one of its name that
 * a target it is for now sets is the same, though by their domains they were two. The old one would be sent first.
 */
export function isRenewalOf(given: Cookie, set: Cookie, setBy: URL): boolean {
  return given.secure === undefined && given.name === set.name && set.path === '/' && isForHost(given, setBy)
}
