import { tunnelFailureOf } from '../tier/forward-proxy-errors.ts'
import type { HttpFailure } from '../tier/transport.ts'

export const TARGET_CLOSED = 'The target closed the connection'

interface Meaning {
  pattern: RegExp
  detail: string
  unreachable?: true
}

/** What the end of a message means, by the step that failed; first match first. */
const CONNECTING: Meaning[] = [
  {
    pattern: /CERTIFICATE_VERIFY_FAILED/,
    detail: "The target's certificate cannot be verified",
    unreachable: true,
  },
  { pattern: /\[[A-Z0-9_]+\]/, detail: 'The TLS handshake failed' },
  { pattern: /(?:)/, detail: 'The connection to the target failed' },
]
const AFTER_CONNECTING: Meaning[] = [
  { pattern: /message head is too large/, detail: "The target's headers are too large" },
  { pattern: /invalid|http2 error/i, detail: 'The target broke the HTTP protocol' },
  { pattern: /closed|reset|broken pipe|end of file|eof/i, detail: TARGET_CLOSED },
  { pattern: /(?:)/, detail: 'The connection failed' },
]

/**
 * Names the outcome of an error of wreq, which names the step that failed only in its message, behind the URL.
 * `refusedStatus`: how the forward proxy refused its tunnel. An unknown error may have come at any moment.
 */
export function wreqFailureOf(
  error: unknown,
  { answered, refusedStatus }: { answered: boolean; refusedStatus: number | undefined },
): HttpFailure {
  const message = error instanceof Error ? error.message : ''
  // A URL may hold any text, so the last mention of a step is the true one.
  const at = message.lastIndexOf('client error (')
  const [, step = '', cause = ''] = /^client error \((\w+)\)(.*)/s.exec(message.slice(Math.max(at, 0))) ?? []
  if (!answered && step === 'ProxyConnect') return tunnelFailureOf(refusedStatus)
  const isConnecting = !answered && step === 'Connect'
  const words = step === '' ? message.slice(message.lastIndexOf('error reading a body')) : cause
  const meanings = isConnecting ? CONNECTING : AFTER_CONNECTING
  const { detail, unreachable } = meanings.find(({ pattern }) => pattern.test(words))!
  return {
    kind: 'failed',
    reason: 'network_error',
    detail,
    mayHaveBeenSent: !isConnecting,
    ...(unreachable && { unreachable }),
  }
}
