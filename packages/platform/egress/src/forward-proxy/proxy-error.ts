import { ConnectFailed } from '../connect/dial.ts'
import { NameNotResolved } from '../connect/guarded-resolve.ts'
import { AddressNotAllowed } from '../policy/address-not-allowed.ts'

/** Why the forward proxy itself, and not the target, answered. Sent as the header `x-egress-error`. */
export interface ProxyError {
  status: 403 | 407 | 502 | 504
  kind: 'not_allowed' | 'unauthorized' | 'proxy_login' | 'dns' | 'timeout' | 'connect' | 'upstream'
  message: string
}

/** The header that only responses of the proxy itself carry; a target's own is removed. */
export const EGRESS_ERROR_HEADER = 'x-egress-error'

/** An upstream proxy that did not open a tunnel. */
export class UpstreamRefused extends Error {
  override readonly name: string = 'UpstreamRefused'
}

/** One that wants another user name and password than those in its address. */
export class UpstreamLoginRefused extends UpstreamRefused {
  override readonly name = 'UpstreamLoginRefused'

  constructor() {
    super('The proxy refuses its user name and password')
  }
}

export function proxyErrorOf(error: unknown): ProxyError {
  if (isProxyError(error)) return error
  if (error instanceof AddressNotAllowed) return { status: 403, kind: 'not_allowed', message: error.message }
  if (error instanceof NameNotResolved) return { status: 502, kind: 'dns', message: error.message }
  if (error instanceof UpstreamLoginRefused)
    return { status: 407, kind: 'proxy_login', message: error.message }
  if (error instanceof UpstreamRefused) return { status: 502, kind: 'upstream', message: error.message }
  const code = String((error as NodeJS.ErrnoException)?.code ?? '')
  const timedOut = error instanceof ConnectFailed || code.includes('TIMEDOUT') || code.includes('TIMEOUT')
  if (timedOut) return { status: 504, kind: 'timeout', message: 'The target did not answer in time' }
  return {
    status: 502,
    kind: 'connect',
    message: `The connection to the target failed (${code || 'unknown'})`,
  }
}

export function errorHeaders(error: ProxyError): Record<string, string> {
  return {
    [EGRESS_ERROR_HEADER]: error.kind,
    'content-type': 'text/plain; charset=utf-8',
    connection: 'close',
    // Not for another proxy's login: whoever asked has none to try.
    ...(error.kind === 'unauthorized' && { 'proxy-authenticate': 'Basic realm="egress"' }),
  }
}

function isProxyError(error: unknown): error is ProxyError {
  return typeof error === 'object' && error !== null && 'kind' in error && 'status' in error
}
