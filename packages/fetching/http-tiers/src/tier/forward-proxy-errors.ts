import { AddressNotAllowed, EGRESS_ERROR_HEADER, type Egress, NameNotResolved } from '@gleaner/egress'
import { BEFORE_SENDING, failureOf, isUnreachable, PROXY_LOGIN } from './network-errors.ts'
import type { HttpFailure, HttpRequest, ResponseHead } from './transport.ts'

/**
 * Checks a target against the egress policy before a client that resolves by itself is sent there: the forward proxy
 * would refuse it all the same, but this gives the exact reason. An upstream proxy resolves names itself.
 */
export async function checkTarget(
  egress: Egress,
  { url, proxy }: HttpRequest,
): Promise<HttpFailure | undefined> {
  if (proxy !== undefined) return undefined
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  try {
    await egress.resolve(url.hostname, port)
    return undefined
  } catch (error) {
    if (error instanceof AddressNotAllowed || error instanceof NameNotResolved) return failureOf(error, false)
    throw error
  }
}

/** Whether the forward proxy itself gave this response to a plain http request. */
export function isFromForwardProxy({ headers }: ResponseHead): boolean {
  return headers[EGRESS_ERROR_HEADER] !== undefined
}

/**
 * The failure behind such a response. A connection may have failed after the request was passed on, unless the proxy's
 * message names a code that says otherwise.
 */
export function forwardProxyFailureOf({ headers }: ResponseHead, message: string): HttpFailure {
  const kind = headers[EGRESS_ERROR_HEADER] ?? ''
  const [, code = ''] = /\(([A-Z_]+)\)/.exec(message) ?? []
  const ambiguous = kind === 'connect' || kind === 'timeout'
  return {
    ...failureOfKind(kind),
    mayHaveBeenSent: ambiguous && !BEFORE_SENDING.has(code),
    ...(isUnreachable(code) && { unreachable: true }),
  }
}

/** The failure behind a refused tunnel, by the status of the proxy's response to CONNECT: the target saw nothing. */
export function tunnelFailureOf(status: number | undefined): HttpFailure {
  return failureOfKind(KIND_OF_STATUS[status ?? 0] ?? 'connect')
}

/** What callers are told, by the kind of error that the forward proxy names. */
const DETAILS: Record<string, string> = {
  not_allowed: 'This address is not allowed',
  dns: 'The host name could not be resolved',
  timeout: 'Connecting to the target took too long',
  connect: 'The connection to the target failed',
  upstream: 'The proxy refused the connection',
}

const KIND_OF_STATUS: Record<number, string> = {
  403: 'not_allowed',
  407: 'proxy_login',
  502: 'connect',
  504: 'timeout',
}

function failureOfKind(kind: string): HttpFailure {
  if (kind === 'proxy_login') return PROXY_LOGIN
  const reason = kind === 'not_allowed' ? 'not_allowed' : 'network_error'
  return { kind: 'failed', reason, detail: DETAILS[kind] ?? DETAILS.connect!, mayHaveBeenSent: false }
}
