import { tunnelFailureOf } from '../door.ts'
import type { HopFailure } from '../exchange.ts'

export const TARGET_CLOSED = 'The target closed the connection'

/** What the library's messages mean, first match first: where the request was, and what to tell. */
const ERRORS: { words: RegExp; detail: string; sent: boolean }[] = [
  {
    words: /certificate verify failed|CERTIFICATE_VERIFY/i,
    detail: 'The certificate of the target cannot be verified',
    sent: false,
  },
  { words: /\(Connect\).*\[[A-Z0-9_]+\]/, detail: 'The TLS handshake failed', sent: false },
  { words: /\(Connect\)/, detail: 'The connection to the target failed', sent: false },
  { words: /builder error|invalid (uri|header|method)/i, detail: 'The request cannot be sent', sent: false },
  {
    words: /invalid HTTP|http2 error|frame|protocol error/i,
    detail: 'The target broke the HTTP protocol',
    sent: true,
  },
  {
    words: /\(SendRequest\)|reading a body|connection (closed|reset)/i,
    detail: TARGET_CLOSED,
    sent: true,
  },
]

/**
 * Names the outcome of an error of wreq. `refusedStatus`: how the forward proxy refused its tunnel. An unknown error
 * may have come at any moment.
 */
export function wreqFailureOf(
  error: unknown,
  { answered, refusedStatus }: { answered: boolean; refusedStatus: number | undefined },
): HopFailure {
  const message = error instanceof Error ? error.message : ''
  if (/\(ProxyConnect\)/.test(message)) return tunnelFailureOf(refusedStatus)
  const known = ERRORS.find(({ words }) => words.test(message)) ?? UNKNOWN
  return {
    kind: 'failed',
    reason: 'network_error',
    detail: known.detail,
    mayHaveBeenSent: answered || known.sent,
  }
}

const UNKNOWN = { detail: 'The connection failed', sent: true }
