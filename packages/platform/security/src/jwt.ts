import jsonwebtoken from 'jsonwebtoken'

export interface AccessTokens {
  /** A token that says who the caller is; `expiresIn` in seconds. */
  issue(subject: string, claims?: Record<string, string>): { token: string; expiresIn: number }
  /** The token's subject and claims; undefined for anything that is not a valid, unexpired token of ours. */
  verify(token: string): { subject: string; claims: Record<string, unknown> } | undefined
}

export interface AccessTokenOptions {
  secret: string
  issuer: string
  audience: string
}

const ALGORITHM = 'HS256'
const LIFETIME_SECONDS = 60 * 60
/** RFC 7518 section 3.2: a key as long as the hash. */
const MIN_SECRET_CHARS = 32
const CLOCK_SKEW_SECONDS = 5

/** JSON web tokens of one hour. One algorithm only, so that no token can choose its own. */
export function createAccessTokens({ secret, issuer, audience }: AccessTokenOptions): AccessTokens {
  if (secret.length < MIN_SECRET_CHARS) {
    throw new Error(`The secret of access tokens needs at least ${MIN_SECRET_CHARS} characters`)
  }
  return {
    issue(subject, claims = {}) {
      const token = jsonwebtoken.sign(claims, secret, {
        algorithm: ALGORITHM,
        expiresIn: LIFETIME_SECONDS,
        subject,
        issuer,
        audience,
      })
      return { token, expiresIn: LIFETIME_SECONDS }
    },
    verify(token) {
      try {
        const claims = jsonwebtoken.verify(token, secret, {
          algorithms: [ALGORITHM],
          issuer,
          audience,
          clockTolerance: CLOCK_SKEW_SECONDS,
        })
        if (typeof claims === 'string' || claims.sub === undefined || claims.exp === undefined)
          return undefined
        return { subject: claims.sub, claims }
      } catch {
        return undefined
      }
    },
  }
}
