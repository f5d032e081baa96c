import { COMMON_CHARACTERS } from './common-characters.ts'
import { decodeAs } from './decode-as.ts'

/** Bytes that are examined; a page shows its language long before. */
const SAMPLE_BYTES = 256 * 1024

/**
 * The encoding of bytes that are not (cleanly) UTF-8 and do not say what they are: the one whose decoding shows the
 * most characters that its languages use often, and the fewest that no text has. Windows-1252 when none does.
 */
export function detectEncoding(bytes: Uint8Array): string {
  const sample = nonAsciiRuns(bytes.subarray(0, SAMPLE_BYTES))
  let best = { encoding: 'windows-1252', score: 0 }
  for (const [encoding, common] of COMMON_CHARACTERS) {
    const weight = MULTI_BYTE.has(encoding) ? MULTI_BYTE_WEIGHT : 1
    const score = weight * plausibility(decodeAs(encoding, sample), common)
    if (score > best.score) best = { encoding, score }
  }
  return best.encoding
}

/** Byte pairs that make common characters by chance are rarer than single bytes that do. */
const MULTI_BYTE_WEIGHT = 4
const MULTI_BYTE: ReadonlySet<string> = new Set(['utf-8', 'shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr'])

/** The runs of bytes beyond ASCII with a neighbour each side; the markup between them is the same in all encodings. */
function nonAsciiRuns(bytes: Uint8Array): Uint8Array {
  const kept = new Uint8Array(bytes.length)
  let length = 0
  for (let i = 0; i < bytes.length; i++) {
    // The trail byte of a double-byte character may be ASCII.
    const isNear = bytes[i]! >= 0x80 || (bytes[i - 1] ?? 0) >= 0x80 || (bytes[i + 1] ?? 0) >= 0x80
    if (isNear) kept[length++] = bytes[i]!
    else if (length > 0 && kept[length - 1] !== SPACE) kept[length++] = SPACE
  }
  return kept.subarray(0, length)
}

const SPACE = 0x20

/** Share of common characters among those beyond ASCII; impossible ones, and words of two scripts, count against it. */
function plausibility(text: string, common: ReadonlySet<string>): number {
  let nonAscii = 0
  let score = 0
  for (const character of text) {
    if (character < '\x80') continue
    nonAscii++
    if (common.has(character)) score++
    else if (IMPOSSIBLE.test(character)) score -= 5
  }
  for (const _ of text.matchAll(TWO_SCRIPTS)) score -= 2
  return nonAscii === 0 ? 0 : score / nonAscii
}

/** Replacement, C1 controls, private use, unassigned. */
const IMPOSSIBLE = /[\ufffd\x80-\x9f\p{Co}\p{Cn}]/u
/** A Latin letter next to one of a script that is written apart from it. */
const ALONE = '[\\p{sc=Cyrillic}\\p{sc=Greek}\\p{sc=Hebrew}\\p{sc=Arabic}\\p{sc=Thai}]'
const TWO_SCRIPTS = new RegExp(`\\p{sc=Latin}${ALONE}|${ALONE}\\p{sc=Latin}`, 'gu')
