import { isRendered } from '@gleaner/verdict'
import type { HttpFailure } from '../tier/transport.ts'
import { codingsOf } from './decode-body.ts'

interface Head {
  status: number
  headers: Record<string, string>
}

/**
 * Whether a body has fewer bytes, as they were sent, than were declared: clients of HTTP/2 let that pass when the stream
 * is reset. A 304 declares the length of what it does not send, and nobody needs the body of a redirect.
 */
export function isCut({ status, headers }: Head, size: number): boolean {
  const isDelivered = status < 300 || status >= 400
  return isDelivered && size < Number(headers['content-length'] ?? 0)
}

/** Whether the decoded bytes of a body can be compared with its declared length. */
export function hasDecodedLength({ headers }: Pick<Head, 'headers'>): boolean {
  return codingsOf(headers['content-encoding']).length === 0 && Number(headers['content-length'] ?? 0) > 0
}

/** Whether a browser notices when such a body breaks off: it only says so of pages, and knows the rest by their length. */
export function isWatchedByBrowsers(head: Head): boolean {
  return isRendered(head.headers) || hasDecodedLength(head)
}

/** The failure of a request whose body broke off in transfer. */
export function cutInTransfer(): HttpFailure {
  const detail = 'The body of the response broke off in transfer'
  return { kind: 'failed', reason: 'network_error', detail, mayHaveBeenSent: true }
}
