import { decodeReferences } from '@gleaner/markup/scan'

/** Entries and characters of what is told about a page. */
export const MOST_ENTRIES = 20
export const LONGEST_ENTRY = 200

/** Text of a page as it may be shown: references decoded, one line, no control or direction characters. */
export function plainText(written: string, longest = LONGEST_ENTRY): string {
  const piece = written.slice(0, 4 * longest)
  if (PLAIN.test(piece)) return piece.replace(SPACES, ' ').trim().slice(0, longest)
  const decoded = piece.includes('&') ? decodeReferences(piece) : piece
  return Array.from(decoded.replace(UNPRINTABLE, ' ').replace(SPACES, ' ').trim()).slice(0, longest).join('')
}

/** Nothing to decode or to take out. */
const PLAIN = /^[\x20-\x25\x27-\x7e]*$/
/** Controls, format characters (which reorder or hide text), private use, line separators, and halves of characters. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029\ufffd]/gu
const SPACES = /\s{2,}|[^\S ]/gu

/** Adds what is not there yet, as long as there is room. */
export function addEntry(list: string[], entry: string): void {
  if (entry !== '' && list.length < MOST_ENTRIES && !list.includes(entry)) list.push(entry)
}
