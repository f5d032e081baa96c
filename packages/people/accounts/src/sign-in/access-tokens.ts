import { API_ROOT } from '@gleaner/contracts'
import { type AccessTokens, createAccessTokens } from '@gleaner/security/jwt'

/** The access tokens of this deployment: each service that has its settings reads them. */
export function openAccessTokens(config: { JWT_SECRET: string; PUBLIC_URL: string }): AccessTokens {
  const { JWT_SECRET: secret, PUBLIC_URL: issuer } = config
  return createAccessTokens({ secret, issuer, audience: `${issuer}${API_ROOT}` })
}
