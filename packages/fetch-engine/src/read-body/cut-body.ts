import type { HttpFailure } from '../http-tiers/transport.ts'

/**
 * Whether a body has fewer bytes, as they were sent, than were declared: clients of HTTP/2 let that pass when the stream
 * is reset. A 304 declares the length of what it does not send, and nobody needs the body of a redirect.
 */
export function isCut(
  { status, headers }: { status: number; headers: Record<string, string> },
  size: number,
): boolean {
  const isDelivered = status < 300 || status >= 400
  return isDelivered && size < Number(headers['content-length'] ?? 0)
}

/** The failure of a request whose body broke off in transfer. */
export function cutInTransfer(): HttpFailure {
  const detail = 'The body of the response broke off in transfer'
  return { kind: 'failed', reason: 'network_error', detail, mayHaveBeenSent: true }
}
