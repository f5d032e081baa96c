/** Whether what stands from one place to another is no part of a longer word of letters and digits. */
export function isWhole(bytes: Uint8Array, from: number, to: number): boolean {
  return !isWordByte(bytes[to]) && (!isWordByte(bytes[from - 1]) || endsEscape(bytes, from))
}

function isWordByte(byte = 0): boolean {
  return (byte >= 48 && byte <= 57) || ((byte | 32) >= 97 && (byte | 32) <= 122)
}

/** How long the escapes are whose last character is a letter or digit, and how they are written: `%3D`, `\n`, `\x3d`, `\u003d`. */
const ESCAPES: readonly (readonly [length: number, written: RegExp])[] = [
  [3, /^%[0-9a-f]{2}$/i],
  [2, /^\\[nrtbfv0]$/],
  [4, /^\\x[0-9a-f]{2}$/i],
  [6, /^\\u[0-9a-f]{4}$/i],
]

function endsEscape(bytes: Uint8Array, at: number): boolean {
  return ESCAPES.some(
    ([length, written]) =>
      at >= length && written.test(String.fromCharCode(...bytes.subarray(at - length, at))),
  )
}
