import type { ContentTruncated } from '@gleaner/contracts'
import type { FetchedPage } from '@gleaner/http-tiers'

/** A body as it is read, and what the result says of it when that is less than all. */
interface CappedBody {
  body: Uint8Array
  fields: { content_truncated?: ContentTruncated }
}

/**
 * Cuts a body of text at `maxBytes`, at the end of a character of UTF-8. 0 and undefined cut nothing; a document or picture, of which a
 * part is none, stays whole.
 */
export function capBody({ body, headers }: FetchedPage, maxBytes: number | undefined): CappedBody {
  if (!maxBytes || body.byteLength <= maxBytes || !isText(headers['content-type']))
    return { body, fields: {} }
  const end = characterEnd(body, maxBytes)
  return {
    body: body.subarray(0, end),
    fields: {
      content_truncated: {
        truncated: true,
        truncated_at_bytes: end,
        original_size_bytes: body.byteLength,
        truncation_reason: 'response_body_cap',
      },
    },
  }
}

/** What comes without a type is nearly always a page. */
function isText(type = 'text/html'): boolean {
  return /^text\/|\b(?:html|xml|json|javascript)\b/i.test(type)
}

/** Continuation bytes begin with the bits 10; a character has at most three. */
function characterEnd(body: Uint8Array, limit: number): number {
  let end = limit
  while (end > limit - 3 && ((body[end] ?? 0) & 0xc0) === 0x80) end--
  return end
}
