/** Zeros of the decimal digit blocks that shops and newspapers use (Unicode category Nd); each block holds ten. */
const ZEROS = [
  0x0660, 0x06f0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0e50, 0x0ed0, 0x1040,
  0xff10,
]
const NOT_ASCII = /[\u0080-\uffff]/
const FOREIGN = /[\u0660-\u066c\u06f0-\u06f9\u0966-\u0ed9\u1040-\u1049\uff0c\uff0e\uff10-\uff19]/
const SPACES = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** Text with ASCII digits, plain spaces and no direction marks, so that one grammar reads the numbers of every script. */
export function normalizeDigits(text: string): string {
  if (!NOT_ASCII.test(text)) return text
  const spaced = text.replace(SPACES, ' ').replace(INVISIBLE, '')
  if (!FOREIGN.test(spaced)) return spaced
  let out = ''
  for (const char of spaced) out += asciiDigit(char)
  return out
}

function asciiDigit(char: string): string {
  const code = char.charCodeAt(0)
  if (code < 0x0660) return char
  if (code === 0x066b || code === 0xff0e) return '.'
  // The Arabic thousands mark is nothing else; a comma could be a decimal mark.
  if (code === 0x066c) return ''
  if (code === 0xff0c) return ','
  const zero = ZEROS.find((z) => code >= z && code < z + 10)
  return zero === undefined ? char : String(code - zero)
}
