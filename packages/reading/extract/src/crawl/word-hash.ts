import { FNV_OFFSET, FNV_PRIME, mix32 } from '@gleaner/runtime/hash'

/** A mix of two 32-bit numbers, unsigned. */
export function hashCode(a: number, b: number): number {
  return mix32(Math.imul(a, 0x9e3779b1) ^ b)
}

const [DIGIT, OTHER, LETTER, SIGN] = [0, 1, 2, 3]

/**
 * Takes a word as two hashes (FNV-1a): one with every run of digits as one sign and in lower case, one as written. Both are signed: V8 keeps
 * a number of 32 bits with a sign as it is, and one without a sign as an object of its own.
 */
export interface WordSink {
  word(word: number, exact: number): void
}

/** Gives the words of a text. A character of a script that is written without spaces is a word of its own. */
export function readWords(text: string, sink: WordSink): void {
  let word = FNV_OFFSET
  let exact = FNV_OFFSET
  let isOpen = false
  let wasDigit = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const kind = code < 128 ? ASCII[code]! : kindOf(code)
    if (kind === LETTER || kind === DIGIT) {
      const isDigit = kind === DIGIT
      exact = Math.imul(exact ^ code, FNV_PRIME)
      // Upper and lower case of ASCII differ by this bit; letters beyond keep their case.
      const read = isDigit ? 0x23 : code < 128 ? code | 0x20 : code
      if (!isDigit || !wasDigit) word = Math.imul(word ^ read, FNV_PRIME)
      wasDigit = isDigit
      isOpen = true
      continue
    }
    if (isOpen) {
      sink.word(word | 0, exact | 0)
      word = FNV_OFFSET
      exact = FNV_OFFSET
      isOpen = false
      wasDigit = false
    }
    if (kind === SIGN) sink.word(code, code)
  }
  if (isOpen) sink.word(word | 0, exact | 0)
}

const ASCII = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  return /\d/.test(character) ? DIGIT : /[a-z]/i.test(character) ? LETTER : OTHER
})

/** Beyond ASCII: punctuation and white space, scripts written without spaces, digits of other scripts, letters. */
function kindOf(code: number): number {
  if (code < 0xc0) return code === 0xaa || code === 0xb5 || code === 0xba ? LETTER : OTHER
  if ((code >= 0x2000 && code <= 0x206f) || (code >= 0x3000 && code <= 0x303f) || code === 0xfeff)
    return OTHER
  if ((code >= 0x3040 && code <= 0x9fff) || (code >= 0xf900 && code <= 0xfaff)) return SIGN
  if (code >= 0xff10 && code <= 0xff19) return DIGIT
  if (code >= 0x0660 && code <= 0x096f && FOREIGN_DIGIT.test(String.fromCharCode(code))) return DIGIT
  return LETTER
}

const FOREIGN_DIGIT = /\p{Nd}/u
