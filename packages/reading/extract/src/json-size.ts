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

/** `-1.7976931348623157e+308`, the longest of numbers, booleans and `null`. */
const PLAIN_BYTES = 24
/** Objects nested deeper are not looked through. */
const MAX_DEPTH = 50

/** A bound of what a value's JSON takes, found without making it; infinite where it is not known. */
export function mostJsonBytes(value: unknown, depth = 0): number {
  if (typeof value === 'string') return value.length * ESCAPED_BYTES + QUOTES
  if (typeof value !== 'object' || value === null) return PLAIN_BYTES
  if (depth > MAX_DEPTH || 'toJSON' in value) return Number.POSITIVE_INFINITY
  // The brackets; each member has a comma, those of an object a colon as well.
  let bytes = 2
  if (Array.isArray(value)) for (const member of value) bytes += mostJsonBytes(member, depth + 1) + 1
  else
    for (const name in value)
      bytes += mostJsonBytes(name) + mostJsonBytes((value as Record<string, unknown>)[name], depth + 1) + 2
  return bytes
}
