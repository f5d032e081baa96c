import { tunnelFailureOf } from '../http-tiers/forward-proxy-errors.ts'
import type { HttpFailure } from '../http-tiers/transport.ts'

export const TARGET_CLOSED = 'The target closed the connection'

interface Meaning {
  words: RegExp
  detail: string
}

/** What the last words of a message mean, by the step that failed; first match first. */
const CONNECTING: Meaning[] = [
  { words: /CERTIFICATE_VERIFY_FAILED/, detail: "The target's certificate cannot be verified" },
  { words: /\[[A-Z0-9_]+\]/, detail: 'The TLS handshake failed' },
  { words: /(?:)/, detail: 'The connection to the target failed' },
]
const EXCHANGING: Meaning[] = [
  { words: /message head is too large/, detail: "The target's headers are too large" },
  { words: /invalid|http2 error/i, detail: 'The target broke the HTTP protocol' },
  { words: /closed|reset|broken pipe|end of file|eof/i, detail: TARGET_CLOSED },
  { words: /(?:)/, detail: 'The connection failed' },
]

/**
 * Names the outcome of an error of wreq, which tells the step that failed in its message alone, behind the address.
 * `refusedStatus`: how the forward proxy refused its tunnel. An unknown error may have come at any moment.
 */
export function wreqFailureOf(
  error: unknown,
  { answered, refusedStatus }: { answered: boolean; refusedStatus: number | undefined },
): HttpFailure {
  const message = error instanceof Error ? error.message : ''
  // An address may hold any words, so the last mention of a step is the true one.
  const at = message.lastIndexOf('client error (')
  const [, step = '', cause = ''] = /^client error \((\w+)\)(.*)/s.exec(message.slice(Math.max(at, 0))) ?? []
  if (!answered && step === 'ProxyConnect') return tunnelFailureOf(refusedStatus)
  const isConnecting = !answered && step === 'Connect'
  const words = step === '' ? message.slice(message.lastIndexOf('error reading a body')) : cause
  return {
    kind: 'failed',
    reason: 'network_error',
    detail: (isConnecting ? CONNECTING : EXCHANGING).find((meaning) => meaning.words.test(words))!.detail,
    mayHaveBeenSent: !isConnecting,
  }
}
