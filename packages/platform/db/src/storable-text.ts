/** Whether Postgres takes a text, as `text` and inside of `jsonb`: it knows no U+0000, and half of a surrogate pair is no character. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** JSON text of a value for a `json` or `jsonb` column, with U+FFFD for what Postgres would refuse in its strings and names. */
export function storableJson(value: unknown): string {
  const text = JSON.stringify(value)
  // JSON.stringify writes a pair of surrogates as it is, and escapes each half that stands alone.
  return text.includes('\\u') ? text.replace(ESCAPE, (whole, refused) => (refused ? '\ufffd' : whole)) : text
}

/** One escape of a JSON string: consumed whole, so that `\\u0000`, a backslash and five characters, stays. */
const ESCAPE = /\\(?:u(0000|d[89a-f][\da-f]{2})|.)/g
