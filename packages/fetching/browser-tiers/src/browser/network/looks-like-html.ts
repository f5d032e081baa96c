/** First bytes of HTML (WHATWG MIME sniffing, section 7.1, shortened to what servers send without a type). */
const HTML_START = /^(?:\uFEFF)?\s{0,512}<(?:!doctype html|html|head|body|title|meta|script|!--|h1|div|p)\b/i

export function looksLikeHtml(bytes: Uint8Array): boolean {
  return HTML_START.test(
    Buffer.from(bytes.subarray(0, 1024))
      .toString('latin1')
      .replace(/^\u00EF\u00BB\u00BF/, ''),
  )
}
