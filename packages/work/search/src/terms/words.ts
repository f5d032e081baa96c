/** Longer "words" are data (hashes, base64), and are cut. */
const MOST_WORD_CHARS = 64

/**
 * Scripts that are written without blanks between words, and Hangul, whose words carry their particles: a run of them is told as
 * overlapping pairs of characters.
 */
const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー々'

/** A word, or a run of characters of a script without blanks. */
const RUN = new RegExp(`[${UNSPACED}][${UNSPACED}\\p{M}]*|[[\\p{L}\\p{N}\\p{M}]--[${UNSPACED}]]+`, 'gv')
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'v')
const PLAIN = /^[\x00-\x7f]*$/
const LATIN_ACCENTS = /(\p{Script=Latin})\p{Mn}+/gu
/** Vowel points of Hebrew and Arabic, which most texts leave out. */
const POINTS = /[\u0591-\u05bd\u05bf-\u05c7\u064b-\u065f\u0670]/g

/** A word as it stands in a text. */
export interface Word {
  text: string
  /** Offset of its first character in what `findWords` was given. */
  start: number
  end: number
}

/** Letters as they are compared: without case, width, accents of Latin letters, and vowel points. */
export function foldLetters(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase()
  const folded = text.normalize('NFKC').toLowerCase().normalize('NFD').replace(LATIN_ACCENTS, '$1')
  return folded.normalize('NFC').replace(POINTS, '')
}

/**
 * The words of a text in their order, letters folded. What is neither letter nor digit parts words, so that `fs.readFile` is two words
 * beside each other; a run of a script without blanks gives its pairs of characters, and its last character.
 */
export function* findWords(text: string): Generator<Word> {
  for (const match of text.matchAll(RUN)) {
    const [run] = match
    const start = match.index
    if (IS_UNSPACED.test(run)) yield* pairsOf(run, start)
    else yield { text: foldLetters(run).slice(0, MOST_WORD_CHARS), start, end: start + run.length }
  }
}

function* pairsOf(run: string, at: number): Generator<Word> {
  const characters = [...run.matchAll(/\P{M}\p{M}*/gu)]
  for (const [index, { 0: first, index: offset }] of characters.entries()) {
    const second = characters[index + 1]?.[0] ?? ''
    const start = at + offset
    yield { text: foldLetters(first + second), start, end: start + first.length + second.length }
  }
}

/** Postgres knows no more places of words in a text (16,383), and no more than 1 MB of them. */
const MOST_WORDS = 16_000
const MOST_CHARS = 120_000

/** The words of a text with blanks between them, for Postgres, whose own parser would split by the rules of the server's locale. */
export function wordsOf(text: string): string {
  let words = ''
  let count = 0
  for (const word of findWords(text)) {
    words += `${word.text} `
    if (++count >= MOST_WORDS || words.length > MOST_CHARS) break
  }
  return words.trimEnd()
}
