/** What Chromium shows as a document of elements; everything else is delivered as it came. */
const RENDERED_TYPES = new Set(['text/html', 'application/xhtml+xml'])

/** Whether a response with these headers becomes a page that a DOM can be read from. */
export function isRendered(headers: Record<string, string>): boolean {
  const type = (headers['content-type'] ?? '').split(/[;,]/, 1)[0]!.trim().toLowerCase()
  // Chromium would save an attachment to disk, whatever its type.
  return RENDERED_TYPES.has(type) && !/^\s*attachment/i.test(headers['content-disposition'] ?? '')
}

/** First bytes of HTML (WHATWG MIME sniffing, section 7.1, shortened to what servers send without a type). */
const HTML_START = /^(?:\uFEFF)?\s{0,512}<(?:!doctype html|html|head|body|title|meta|script|!--|h1|div|p)\b/i

export function looksLikeHtml(bytes: Uint8Array): boolean {
  return HTML_START.test(
    Buffer.from(bytes.subarray(0, 1024))
      .toString('latin1')
      .replace(/^\u00EF\u00BB\u00BF/, ''),
  )
}
