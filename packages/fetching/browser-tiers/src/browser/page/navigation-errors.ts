import type { FailureReason } from '@gleaner/http-tiers'
import { PROXY_LOGIN } from '@gleaner/http-tiers'

interface NavigationFailure {
  reason: FailureReason
  detail: string
  mayHaveBeenSent: boolean
  unreachable?: true
}

/** Chromium's network errors (net/base/net_error_list.h) that say more than "the connection failed". */
const NET_ERRORS: Record<string, NavigationFailure> = {
  ERR_NAME_NOT_RESOLVED: unreachable('The host name has no address'),
  ERR_CONNECTION_REFUSED: unreachable('The target refused the connection'),
  ERR_ADDRESS_UNREACHABLE: before('The target cannot be reached'),
  ERR_CONNECTION_TIMED_OUT: before('Connecting to the target took too long'),
  ERR_TUNNEL_CONNECTION_FAILED: before('The connection to the target failed'),
  ERR_PROXY_CONNECTION_FAILED: before('The proxy cannot be reached'),
  ERR_PROXY_AUTH_UNSUPPORTED: unreachable(PROXY_LOGIN.detail),
  ERR_PROXY_AUTH_REQUESTED: unreachable(PROXY_LOGIN.detail),
  ERR_CERT_DATE_INVALID: unreachable("The target's certificate has expired"),
  ERR_CERT_AUTHORITY_INVALID: unreachable("The target's certificate cannot be verified"),
  ERR_CERT_COMMON_NAME_INVALID: unreachable("The target's certificate is for another host"),
  ERR_CERT_REVOKED: unreachable("The target's certificate is revoked"),
  ERR_SSL_PROTOCOL_ERROR: before('The TLS handshake failed'),
  ERR_SSL_VERSION_OR_CIPHER_MISMATCH: before('The TLS handshake failed'),
  ERR_TOO_MANY_REDIRECTS: after('The target redirects without end'),
  ERR_UNSAFE_REDIRECT: {
    reason: 'not_allowed',
    detail: 'The target redirects to an address that is not allowed',
    mayHaveBeenSent: true,
  },
  ERR_UNSAFE_PORT: {
    reason: 'not_allowed',
    detail: 'The target redirects to a port that is not allowed',
    mayHaveBeenSent: true,
  },
  ERR_UNKNOWN_URL_SCHEME: {
    reason: 'not_allowed',
    detail: 'The target redirects to an address that is no web page',
    mayHaveBeenSent: true,
  },
  ERR_DISALLOWED_URL_SCHEME: {
    reason: 'not_allowed',
    detail: 'The target redirects to an address that is no web page',
    mayHaveBeenSent: true,
  },
  ERR_EMPTY_RESPONSE: after('The target closed the connection without an answer'),
  ERR_CONNECTION_RESET: after('The target closed the connection'),
  ERR_CONNECTION_CLOSED: after('The target closed the connection'),
  ERR_INVALID_RESPONSE: after('The target does not speak HTTP'),
  ERR_INVALID_HTTP_RESPONSE: after('The target does not speak HTTP'),
  ERR_CONTENT_DECODING_FAILED: after('The body of the answer cannot be decoded'),
  ERR_TIMED_OUT: after('The target did not answer in time'),
}

/** The failure that ended a navigation; undefined when it is no network error. */
export function navigationFailure(error: unknown): NavigationFailure | undefined {
  const code = netErrorOf(error)
  if (code === undefined) return undefined
  return (
    NET_ERRORS[code] ??
    (code.startsWith('ERR_CERT_')
      ? unreachable("The target's certificate cannot be verified")
      : after(`The connection failed (${code})`))
  )
}

/** `ERR_...` of a failed navigation's message. */
export function netErrorOf(error: unknown): string | undefined {
  return /\bnet::(ERR_[A-Z_0-9]+)/.exec(error instanceof Error ? error.message : '')?.[1]
}

/** No other tier would change it. */
function unreachable(detail: string): NavigationFailure {
  return { ...before(detail), unreachable: true }
}

function before(detail: string): NavigationFailure {
  return { reason: 'network_error', detail, mayHaveBeenSent: false }
}

function after(detail: string): NavigationFailure {
  return { reason: 'network_error', detail, mayHaveBeenSent: true }
}
