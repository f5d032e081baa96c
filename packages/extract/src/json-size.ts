/** Bytes of each ASCII character in JSON: as it is, a backslash and a letter, or `\u0001`. RFC 8259, section 7. */
const ASCII_BYTES = Uint8Array.from(
  { length: 128 },
  (_, code) => JSON.stringify(String.fromCharCode(code)).length - 2,
)
/** A surrogate without its other half is written as `\ud800`. */
const ESCAPED_BYTES = 6
const QUOTES = 2

/** Where a text has to end so that its JSON, quotes included, takes at most `maxBytes` of UTF-8; its length if it fits. */
export function jsonFit(text: string, maxBytes: number): number {
  // No character takes more than an escape does.
  if (text.length * ESCAPED_BYTES + QUOTES <= maxBytes) return text.length
  let left = maxBytes - QUOTES
  let at = 0
  while (at < text.length) {
    const units = isPair(text, at) ? 2 : 1
    left -= units === 2 ? 4 : unitBytes(text.charCodeAt(at))
    if (left < 0) return at
    at += units
  }
  return at
}

function unitBytes(code: number): number {
  if (code < 0x80) return ASCII_BYTES[code]!
  if (code < 0x800) return 2
  return code >= 0xd800 && code <= 0xdfff ? ESCAPED_BYTES : 3
}

function isPair(text: string, at: number): boolean {
  const first = text.charCodeAt(at)
  if (first < 0xd800 || first > 0xdbff) return false
  const second = text.charCodeAt(at + 1)
  return second >= 0xdc00 && second <= 0xdfff
}
