import { tunnelFailureOf } from '../door.ts'
import type { HopFailure } from '../exchange.ts'

/** What the library's error classes mean, by name: where the request was, and what to tell. */
const ERRORS: Record<string, { detail: string; sent: boolean }> = {
  ConnectError: { detail: 'The connection to the target failed', sent: false },
  ConnectTimeout: { detail: 'Connecting to the target took too long', sent: false },
  PoolTimeout: { detail: 'Connecting to the target took too long', sent: false },
  ProxyError: { detail: 'The proxy refused the connection', sent: false },
  ProxyAuthRequired: { detail: 'The proxy refused the connection', sent: false },
  InvalidURL: { detail: 'The address cannot be requested', sent: false },
  UnsupportedProtocol: { detail: 'The address cannot be requested', sent: false },
  LocalProtocolError: { detail: 'The request cannot be sent', sent: false },
  RemoteProtocolError: { detail: 'The target broke the HTTP protocol', sent: true },
  ReadError: { detail: 'The target closed the connection', sent: true },
  WriteError: { detail: 'The target closed the connection', sent: true },
  CloseError: { detail: 'The target closed the connection', sent: true },
  DecodingError: { detail: 'The body cannot be decoded', sent: true },
}

/** Names the outcome of an error of impit. An unknown one may have come at any moment. */
export function impitFailureOf(error: unknown, answered: boolean): HopFailure {
  const name = error instanceof Error ? error.constructor.name : ''
  if (name === 'ProxyTunnelError') return tunnelFailureOf((error as { status?: number }).status)
  const known = ERRORS[name] ?? { detail: 'The connection failed', sent: true }
  return {
    kind: 'failed',
    reason: 'network_error',
    detail: known.detail,
    mayHaveBeenSent: answered || known.sent,
  }
}
