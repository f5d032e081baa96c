/** Shorter ones can be guessed, and stand on pages by chance. */
const OPAQUE_CHARS = 16
/** Parts of a value that are looked at: more are no cookie's. */
const MAX_PARTS = 50
/** Where structured values are joined: JSON, lists, `user|expiry|token` (WordPress), `s:token` (Express), `Bearer token`. */
const JOINTS = /[\s"'{}[\]()<>,;|&=:]+/

/**
 * The texts in a cookie's or header's value that are worth something to whoever reads them, and nothing to whoever reads the page: the
 * value itself, as it is and percent-decoded, and the parts that it is joined of. Words, names, dates, e-mail addresses and languages,
 * which pages show rightly, are none.
 */
export function opaqueValues(value: string): string[] {
  const decoded = decode(value)
  const parts = decoded.split(JOINTS, MAX_PARTS)
  return [...new Set([value, unquoted(value), decoded, unquoted(decoded), ...parts])].filter(isOpaque)
}

function isOpaque(text: string): boolean {
  return text.length >= OPAQUE_CHARS && !text.split(/[^A-Za-z0-9]+/).every(isLegible)
}

/** Some words, a number (13 digits: a time in ms), or both in a row (`iphone15`, `darkMode`, `01T00`): what people write. */
const LEGIBLE = /^(?:\d{0,13}|\d{0,4}(?:[a-z]*(?:[A-Z][a-z]+){0,6}|[A-Z]+)\d{0,4})$/
/** Longer words are hardly written (an English one has at most 28 letters, outside of chemistry). */
const WORD_CHARS = 28

function isLegible(word: string): boolean {
  return word.length <= WORD_CHARS && LEGIBLE.test(word)
}

function unquoted(value: string): string {
  return value.replace(/^"(.*)"$/, '$1')
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
