import { splitUrlCredentials } from '@gleaner/contracts/url-credentials'

/**
 * The HTTP logins of one attempt. Each is sent to the origin (scheme, host and port) that it was given for and to no
 * other, whatever redirect leads there.
 */
export interface OriginCredentials {
  /** Takes out the login that a target wrote into a redirect's address, which then holds for that origin. */
  takeFromUrl(url: URL): URL
  /** The value of the `Authorization` header for this address, if there is a login for it. */
  headerFor(url: URL): string | undefined
}

export function createOriginCredentials(asked: URL, authorization: string | undefined): OriginCredentials {
  const byOrigin = new Map<string, string>()
  if (authorization !== undefined) byOrigin.set(asked.origin, authorization)

  return {
    takeFromUrl(url) {
      const bare = splitUrlCredentials(url.href)
      if (bare.authorization === undefined) return url
      byOrigin.set(url.origin, bare.authorization)
      return new URL(bare.url)
    },
    headerFor: ({ origin }) => byOrigin.get(origin),
  }
}
