import { ApiError, type ErrorCode } from './errors.ts'

/**
 * Errors of RFC 6749 (sections 4.1.2.1 and 5.2), 7591 (3.2.2), 8628 (3.5) and 8707 (2), with our code for each, which fixes the HTTP
 * status. The last two are those of the authorization endpoint; the token endpoint has none of its own for our failing.
 */
export const OAUTH_ERRORS = {
  invalid_request: 'INVALID_REQUEST',
  invalid_client: 'UNAUTHENTICATED',
  invalid_grant: 'INVALID_REQUEST',
  unsupported_grant_type: 'INVALID_REQUEST',
  unsupported_response_type: 'INVALID_REQUEST',
  invalid_scope: 'INVALID_REQUEST',
  unauthorized_client: 'INVALID_REQUEST',
  invalid_target: 'INVALID_REQUEST',
  authorization_pending: 'INVALID_REQUEST',
  slow_down: 'INVALID_REQUEST',
  access_denied: 'INVALID_REQUEST',
  expired_token: 'INVALID_REQUEST',
  invalid_redirect_uri: 'INVALID_REQUEST',
  invalid_client_metadata: 'INVALID_REQUEST',
  temporarily_unavailable: 'SERVICE_UNAVAILABLE',
  server_error: 'INTERNAL',
} as const satisfies Record<string, ErrorCode>

export type OAuthErrorCode = keyof typeof OAUTH_ERRORS

/** An error that OAuth has a code for. */
export class OAuthError extends ApiError {
  readonly oauthCode: OAuthErrorCode

  constructor(oauthCode: OAuthErrorCode, message: string, details?: Record<string, unknown>) {
    super(OAUTH_ERRORS[oauthCode], message, details)
    this.oauthCode = oauthCode
  }
}

/** Any error as the body that RFC 6749 section 5.2 asks for. */
export function oauthErrorBody(error: ApiError): { error: OAuthErrorCode; error_description: string } {
  const code = error instanceof OAuthError ? error.oauthCode : oauthCodeOf(error.status)
  return { error: code, error_description: describable(error.message) }
}

function oauthCodeOf(status: number): OAuthErrorCode {
  if (status === 403) return 'access_denied'
  if (status === 429 || status === 502 || status === 503) return 'temporarily_unavailable'
  return status >= 500 ? 'server_error' : 'invalid_request'
}

/** RFC 6749 section 5.2: ASCII without quotation marks and backslashes. */
function describable(message: string): string {
  return message
    .replaceAll('"', "'")
    .replaceAll(/[^\x20-\x7e]|\\/g, '?')
    .slice(0, 1_000)
}
