/** Words of a text as the ranking compares them: lower case, without accents, cut where writing cuts them. */
export function wordsOf(text: string): string[] {
  if (PLAIN.test(text)) return text.match(PLAIN_WORD) ?? []
  return folded(separated(text)).match(WORD) ?? []
}

/** The same without gaps: `API keys`, `api-keys` and `apiKeys` are one. */
export function squashed(text: string): string {
  return wordsOf(text).join('')
}

/** Most parts of addresses: no capitals, nothing beyond ASCII, no apostrophes. */
const PLAIN = /^[a-z0-9 !"#$%&()*+,\-./:;<=>?@[\]^_`{|}~]*$/
const PLAIN_WORD = /[a-z0-9]+/g
const WORD = /[\p{L}\p{N}]+/gu

/** `camelCase` and `HTMLParser` are two words each, `what's` is one. */
function separated(text: string): string {
  return text.replace(APOSTROPHE, '').replace(INNER_CAPITAL, '$1 ')
}

const APOSTROPHE = /(?<=\p{L})['’](?=\p{L})/gu
const INNER_CAPITAL = /(\p{Ll}(?=\p{Lu})|\p{Lu}(?=\p{Lu}\p{Ll}))/gu

/** Lower case, and letters without what stands above or below them (`é` is `e`, `ß` is `ss`). */
function folded(text: string): string {
  const lower = text.toLowerCase()
  if (ASCII.test(lower)) return lower
  return lower
    .replace(LIGATURE, (letter) => LIGATURES[letter]!)
    .normalize('NFKD')
    .replace(LATIN_MARKS, '$1')
    .normalize('NFC')
}

const ASCII = /^[\x00-\x7f]*$/
const LIGATURES: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}
const LIGATURE = new RegExp(`[${Object.keys(LIGATURES).join('')}]`, 'g')
/** Of other scripts than Latin and Greek marks are letters: `が` is not `か`, `й` not `и`. */
const LATIN_MARKS = /([a-z\u0370-\u03ff])\p{M}+/gu

/** Scripts that are written without gaps between words. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** How German letters are also written without their dots. */
export function otherSpelling(text: string): string {
  return text.replace(/[äöü]/gi, (letter) => `${letter.normalize('NFD')[0]}e`)
}
