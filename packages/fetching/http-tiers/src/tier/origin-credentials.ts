import type { Method } from '@gleaner/contracts'
import { splitUrlCredentials } from '@gleaner/contracts/url-credentials'
import { type DigestChallenge, digestAuthorization, readDigestChallenge } from './digest.ts'

/**
 * The HTTP logins of one attempt. Each is sent to the origin (scheme, host and port) that it was given for and to no
 * other, whatever redirect leads there.
 */
export interface OriginCredentials {
  /** Takes out the login that a target wrote into a redirect's address, which then holds for that origin. */
  takeFromUrl(url: URL): URL
  /** The value of the `Authorization` header for a request of this address, if there is a login for it. */
  headerFor(url: URL, method?: Method): string | undefined
  /** Takes the challenge of a server that refused a login which it wants as a digest; false where that is no help, or was taken before. */
  takeChallenge(url: URL, wwwAuthenticate: string | undefined): boolean
}

export function createOriginCredentials(asked: URL, authorization: string | undefined): OriginCredentials {
  const byOrigin = new Map<string, string>()
  const challenges = new Map<string, DigestChallenge & { count: number }>()
  if (authorization !== undefined) byOrigin.set(asked.origin, authorization)

  return {
    takeFromUrl(url) {
      const bare = splitUrlCredentials(url.href)
      if (bare.authorization === undefined) return url
      byOrigin.set(url.origin, bare.authorization)
      challenges.delete(url.origin)
      return new URL(bare.url)
    },
    headerFor({ origin, pathname, search }, method = 'GET') {
      const login = byOrigin.get(origin)
      const challenge = challenges.get(origin)
      const basic = login === undefined ? undefined : readBasic(login)
      if (!challenge || !basic) return login
      challenge.count++
      return digestAuthorization(challenge, {
        ...basic,
        method,
        uri: pathname + search,
        count: challenge.count,
      })
    },
    takeChallenge({ origin }, wwwAuthenticate = '') {
      const login = byOrigin.get(origin)
      if (login === undefined || !readBasic(login) || challenges.has(origin)) return false
      const challenge = readDigestChallenge(wwwAuthenticate)
      if (challenge) challenges.set(origin, { ...challenge, count: 0 })
      return challenge !== undefined
    },
  }
}

/** The name and password of a login as `Basic` sends it; undefined for another one, which is sent as it is. */
function readBasic(authorization: string): { user: string; password: string } | undefined {
  const [, encoded] = /^Basic ([\w+/=-]+)$/i.exec(authorization) ?? []
  if (encoded === undefined) return undefined
  const login = Buffer.from(encoded, 'base64').toString()
  const colon = login.indexOf(':')
  return colon < 0 ? undefined : { user: login.slice(0, colon), password: login.slice(colon + 1) }
}
