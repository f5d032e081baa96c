import { isNativeError } from 'node:util/types'
import { AddressNotAllowed, UpstreamLoginRefused, UpstreamRefused } from '@gleaner/egress'
import type { HttpFailure } from './transport.ts'

/** What callers are told, by the code of the error. Codes are those of Node, OpenSSL and undici. */
const DETAILS: Record<string, string> = {
  ENOTFOUND: 'The host name has no address',
  EAI_AGAIN: 'The host name could not be resolved',
  ECONNREFUSED: 'The target refused the connection',
  ECONNRESET: 'The target closed the connection',
  EPIPE: 'The target closed the connection',
  UND_ERR_SOCKET: 'The target closed the connection',
  EHOSTUNREACH: 'The target cannot be reached',
  ENETUNREACH: 'The target cannot be reached',
  EADDRNOTAVAIL: 'The target cannot be reached',
  ETIMEDOUT: 'Connecting to the target took too long',
  UND_ERR_CONNECT_TIMEOUT: 'Connecting to the target took too long',
  CERT_HAS_EXPIRED: "The target's certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The target's certificate is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "The target's certificate is self-signed",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "The target's certificate cannot be verified",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "The target's certificate cannot be verified",
  ERR_TLS_CERT_ALTNAME_INVALID: "The target's certificate is for another host",
  EPROTO: 'The TLS handshake failed',
  HPE_INVALID_CONSTANT: 'The target does not speak HTTP',
  UND_ERR_HEADERS_OVERFLOW: "The target's headers are too large",
  HPE_HEADER_OVERFLOW: "The target's headers are too large",
}

/** The host, its port or a certificate that holds is not there: no other tier would change it. */
const UNREACHABLE: ReadonlySet<string> = new Set([
  'ENOTFOUND',
  'ECONNREFUSED',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])

/** Errors that end the attempt before a request can have left: whatever the client says, nothing was sent. */
export const BEFORE_SENDING: ReadonlySet<string> = new Set([
  ...UNREACHABLE,
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Whether an error's code says that the target cannot be reached by any tier. */
export function isUnreachable(code: string): boolean {
  return UNREACHABLE.has(code)
}

/** The proxy that was asked for wants another login. Each tier would meet the same. */
export const PROXY_LOGIN: HttpFailure = {
  kind: 'failed',
  reason: 'network_error',
  detail: 'The proxy refuses its user name and password',
  mayHaveBeenSent: false,
  unreachable: true,
}

/** Names the outcome of an error that ended one request. */
export function failureOf(error: unknown, mayHaveBeenSent: boolean): HttpFailure {
  const refused = findCause(error, AddressNotAllowed)
  if (refused)
    return { kind: 'failed', reason: 'not_allowed', detail: refused.message, mayHaveBeenSent: false }
  if (findCause(error, UpstreamLoginRefused)) return PROXY_LOGIN
  if (findCause(error, UpstreamRefused)) {
    const detail = 'The proxy refused the connection'
    return { kind: 'failed', reason: 'network_error', detail, mayHaveBeenSent: false }
  }
  const code = codeOf(error)
  return {
    kind: 'failed',
    reason: 'network_error',
    detail:
      DETAILS[code] ??
      tlsDetail(code) ??
      (code === '' ? 'The connection failed' : `The connection failed (${code})`),
    mayHaveBeenSent: mayHaveBeenSent && !BEFORE_SENDING.has(code),
    ...(isUnreachable(code) && { unreachable: true }),
  }
}

/** The code of an error or of the nearest cause that has one. */
export function codeOf(error: unknown): string {
  for (let at = error, depth = 0; isNativeError(at) && depth < MAX_CAUSES; at = at.cause, depth++) {
    const { code } = at as NodeJS.ErrnoException
    if (typeof code === 'string') return code
    // undici 8 gives its own parser's errors no code.
    if (at.name === 'HTTPParserError') return 'HPE_INVALID_CONSTANT'
  }
  return ''
}

const MAX_CAUSES = 5

function findCause<T extends Error>(error: unknown, kind: new (...args: never[]) => T): T | undefined {
  for (let at = error, depth = 0; isNativeError(at) && depth < MAX_CAUSES; at = at.cause, depth++) {
    if (at instanceof kind) return at
  }
  return undefined
}

function tlsDetail(code: string): string | undefined {
  return code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')
    ? `The TLS handshake failed (${code})`
    : undefined
}
