const [BACKSLASH, LETTER_U] = [0x5c, 0x75]
const SHORT: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }
/** `\u` and four digits, of which a pair makes one character. */
const [UNICODE_BYTES, PAIR_BYTES] = [6, 12]

/** The text of a JSON string without its quotes, piece by piece, as UTF-8. `last`: nothing follows. */
export function createUnquoter(): (piece: Buffer, last: boolean) => Buffer {
  let rest: Buffer = Buffer.alloc(0)
  return (piece, last) => {
    const bytes = rest.length > 0 ? Buffer.concat([rest, piece]) : piece
    // What an escape means is shorter than the escape.
    const text = Buffer.allocUnsafe(bytes.length)
    let [at, written] = [0, 0]
    for (;;) {
      const next = bytes.indexOf(BACKSLASH, at)
      const stop = next === -1 ? bytes.length : next
      written += bytes.copy(text, written, at, stop)
      // The rest of an escape may stand in the next piece.
      if (next === -1 || (!last && stop + PAIR_BYTES > bytes.length)) {
        rest = bytes.subarray(stop)
        return text.subarray(0, written)
      }
      const length = bytes[stop + 1] === LETTER_U ? lengthOfUnicode(bytes, stop) : 2
      written += text.write(meaningOf(bytes.toString('latin1', stop, stop + length)), written)
      at = stop + length
    }
  }
}

function lengthOfUnicode(bytes: Buffer, at: number): number {
  const text = bytes.toString('latin1', at, at + PAIR_BYTES)
  return /^\\u[dD][89abAB]..\\u[dD][c-fC-F]/.test(text) ? PAIR_BYTES : UNICODE_BYTES
}

/** A half of a pair stands for no character: UTF-8 writes it as U+FFFD. */
function meaningOf(written: string): string {
  const units = [...written.matchAll(/\\u(....)/g)].map(([, digits]) => Number.parseInt(digits!, 16))
  if (units.length > 0) return String.fromCharCode(...units)
  const letter = written[1]!
  return SHORT[letter] ?? letter
}
