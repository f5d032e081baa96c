import type { Cookie } from '@gleaner/cookies'

/**
 * The cookies that an attempt begins with: none that has expired, and none for the hosts of strangers, as all below a
 * public suffix are. Such a cookie is for the host alone, which may be one of a single label.
 */
export async function startingCookies(given: readonly Cookie[] = []): Promise<Cookie[]> {
  const live = given.filter(isLive)
  if (live.every(({ hostOnly }) => hostOnly)) return live
  const { isPublicSuffix } = await import('@gleaner/cookies/public-suffix')
  return live.map((cookie) =>
    !cookie.hostOnly && isPublicSuffix(cookie.domain) ? { ...cookie, hostOnly: true } : cookie,
  )
}

export function isLive({ expiresAt }: Cookie): boolean {
  return expiresAt === undefined || expiresAt > Date.now()
}

/** Cookies that do not say are sent over http only if that is what was asked for. */
export function isForTlsOnly({ name, secure }: Cookie, asked: URL): boolean {
  return secure ?? (asked.protocol === 'https:' || /^__(host|secure)-/i.test(name))
}
