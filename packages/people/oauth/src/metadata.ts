import { API_ROOT, ENDPOINTS } from '@gleaner/contracts'

/** Who issues codes and keys, in metadata and replies (RFC 8414, RFC 9207). */
export function issuerOf(publicUrl: string): string {
  return publicUrl.replace(/\/+$/, '')
}

const WELL_KNOWN = '/.well-known/oauth-authorization-server'

/** Where the metadata is found: at the root, and for an issuer with a path where RFC 8414 section 3.1 puts it. */
export function metadataPaths(publicUrl: string): string[] {
  const { pathname } = new URL(issuerOf(publicUrl))
  return pathname === '/' ? [WELL_KNOWN] : [WELL_KNOWN, `${WELL_KNOWN}${pathname}`]
}

/** What a client has to know of this server (RFC 8414). */
export function serverMetadata(publicUrl: string) {
  const issuer = issuerOf(publicUrl)
  const at = ({ path }: { path: string }) => `${issuer}${API_ROOT}${path}`
  return {
    issuer,
    authorization_endpoint: at(ENDPOINTS.showConsentPage),
    token_endpoint: at(ENDPOINTS.exchangeOAuthCode),
    scopes_supported: ['scrape'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  }
}
