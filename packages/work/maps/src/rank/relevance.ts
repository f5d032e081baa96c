import { MATCH } from './match-word.ts'
import { NONE, type Query, type WordMatch } from './query.ts'
import { type Described, type WeightedText, weightedTextsOf } from './weighted-texts.ts'
import { UNSPACED, wordsOf } from './words.ts'

/**
 * Shares of the relevance: that the words are there at all, that they stand beside each other as they were written, and how much of its name
 * (the last part of the path, the title or a link's text) they make up.
 */
const SHARES = { words: 0.55, order: 0.2, name: 0.25 } as const

/** What a page has of a query. */
export interface Match {
  /** For each of the query's words the best piece that has it, 0 to 1. */
  words: Float32Array
  /** The same of words that differ by a letter. */
  mistyped: Float32Array
  order: number
  name: number
}

/** Undefined: it has nothing of the query. */
export function matchPage(query: Query, page: Described, startHost: string): Match | undefined {
  let match: Match | undefined
  let before: WordMatch = NONE
  let pairs = 0
  for (const piece of weightedTextsOf(page, startHost)) {
    const words = wordsOf(piece.text)
    if (!piece.goesOn) {
      before = NONE
      pairs = 0
    }
    let found = 0
    for (const word of words) {
      const here = query.match(word)
      if (here === NONE) {
        before = NONE
        continue
      }
      match ??= emptyMatch(query)
      found += noteWord(match, here, piece.weight)
      pairs |= here.pairs | pairsBetween(query, before, here)
      before = here
    }
    const joined = words.length === 1 ? words[0]! : words.join('')
    if (words.length > 1)
      for (const [word, at] of query.compounds) {
        if (!holds(words, joined, word)) continue
        match ??= emptyMatch(query)
        match.words[at] = Math.max(match.words[at]!, MATCH.form * piece.weight)
      }
    const phrase = phraseIn(query, words, joined)
    if (phrase) {
      match ??= emptyMatch(query)
      noteAll(match, piece.weight)
    }
    if (!match) continue
    match.order = Math.max(match.order, (phrase ? 1 : orderOf(query, pairs, found)) * piece.weight)
    if (piece.isName && words.length > 0) noteName(match, query, piece, words, phrase, found)
  }
  return match
}

function emptyMatch({ size }: Query): Match {
  return { words: new Float32Array(size), mistyped: new Float32Array(size), order: 0, name: 0 }
}

/** Returns how well it matches whichever word of the query. */
function noteWord({ words, mistyped }: Match, { qualities }: WordMatch, weight: number): number {
  let best = 0
  for (let at = 0; at < qualities.length; at++) {
    const quality = qualities[at]!
    const into = quality === TYPO ? mistyped : words
    if (quality > best) best = quality
    if (quality * weight > into[at]!) into[at] = quality * weight
  }
  return best
}

/** As it is kept in an array of such numbers. */
const TYPO = Math.fround(MATCH.typo)

function pairsBetween({ pairs }: Query, before: WordMatch, here: WordMatch): number {
  if (before === NONE) return 0
  let bits = 0
  for (const [at, [first, second]] of pairs.entries())
    if (before.qualities[first]! >= BESIDE && here.qualities[second]! >= BESIDE) bits |= 1 << at
  return bits
}

/** What is no other form of a word is not it. */
const BESIDE = Math.fround(MATCH.form)

/** How many of the words that stand beside each other in the query do so here; of a single word, how well it is matched. */
function orderOf({ pairs }: Query, bits: number, found: number): number {
  if (pairs.length === 0) return Math.min(1, found)
  let count = 0
  for (let at = 0; at < pairs.length; at++) if (bits & (1 << at)) count++
  return count / pairs.length
}

/** Written in one, or apart, where the query has it otherwise. */
function noteAll({ words }: Match, weight: number): void {
  for (let at = 0; at < words.length; at++) words[at] = Math.max(words[at]!, weight * MATCH.form)
}

/** The phrase of the query that a text has, without the gaps between its words. */
function phraseIn({ phrases, pairs }: Query, words: readonly string[], joined: string): string | undefined {
  // A word by itself is compared as such.
  if (words.length === 1 && pairs.length === 0 && !UNSPACED.test(joined)) return undefined
  return phrases.find((phrase) => holds(words, joined, phrase))
}

/** Letters that a form of a word may have more. */
const MOST_ENDING = 3

/** Whether words have a text in them that begins with one of them, and ends with one or nearly. */
function holds(words: readonly string[], joined: string, text: string): boolean {
  if (!joined.includes(text)) return false
  if (UNSPACED.test(text)) return true
  let start = 0
  for (const [at, word] of words.entries()) {
    if (joined.startsWith(text, start)) {
      let end = start
      for (let last = at; end < start + text.length; last++) end += words[last]!.length
      if (end - start - text.length <= MOST_ENDING) return true
    }
    start += word.length
  }
  return false
}

/** How much of a name the query makes up: a phrase by its letters, words by their number. */
function noteName(
  match: Match,
  query: Query,
  { weight }: WeightedText,
  words: readonly string[],
  phrase: string | undefined,
  found: number,
): void {
  const share =
    phrase === undefined
      ? (2 * found) / (words.length + query.size)
      : phrase.length / words.reduce((sum, { length }) => sum + length, 0)
  match.name = Math.max(match.name, Math.min(1, share) * weight)
}

/** How much the words of a query say on a site. */
export interface Weighing {
  weights: Float64Array
  /** Words that no page has, so that those that differ by a letter count for them. */
  missing: readonly boolean[]
}

/** The best piece of a word of the query on a page, 0 to 1. */
export function wordOf({ words, mistyped }: Match, { missing }: Weighing, at: number): number {
  return words[at]! > 0 || !missing[at] ? words[at]! : mistyped[at]!
}

/** The relevance of a match, 0 to 1. */
export function relevanceOf(match: Match, weighing: Weighing): number {
  let sum = 0
  let all = 0
  for (let at = 0; at < match.words.length; at++) {
    const weight = weighing.weights[at]!
    sum += weight * wordOf(match, weighing, at)
    all += weight
  }
  const coverage = all === 0 ? 0 : sum / all
  return coverage * (SHARES.words + SHARES.order * match.order + SHARES.name * match.name)
}
