import { FUNCTION_WORDS } from './function-words.ts'
import { MATCH, matchWord } from './match-word.ts'
import { otherSpelling, UNSPACED, wordsOf } from './words.ts'

/** What is searched for. */
export interface Query {
  /** How many words it has; the words of a page are compared with each. */
  readonly size: number
  /** All of its words without gaps, in each spelling. */
  readonly phrases: readonly string[]
  /** How well a word of a page matches each of the query's, 0 to 1. Not to be changed. */
  match(word: string): Float32Array
  /** No word of the query is matched: `match` gives this very array for it. */
  readonly none: Float32Array
}

const MOST_WORDS = 24
/** Words of addresses repeat: so many are remembered, those of usual length. */
const REMEMBERED = { words: 50_000, chars: 60 }

/** Reads a search text. Text without gaps (Chinese, Japanese, Thai) is compared by pairs of its characters. */
export function readQuery(search: string): Query {
  const spellings = [...new Set([search, otherSpelling(search)])].map(subjectsOf)
  const [words = []] = spellings
  const forms = words.map((_, at) => spellings.flatMap((spelling) => spelling[at] ?? []))
  // Two words that are one elsewhere: `unit testing` and `unittest`.
  const pairs = words.slice(1).map((word, at) => words[at]! + word)
  const none = new Float32Array(words.length)
  const remembered = new Map<string, Float32Array>()

  function compare(word: string): Float32Array {
    if (UNSPACED.test(word))
      return foundOrNone(forms.map((form) => (form.some((one) => word.includes(one)) ? 1 : 0)))
    const qualities = forms.map((form) => Math.max(...form.map((one) => matchWord(word, one))))
    for (const [at, pair] of pairs.entries()) {
      const quality = matchWord(word, pair)
      if (quality === MATCH.beginning) continue
      for (const part of [at, at + 1]) qualities[part] = Math.max(qualities[part]!, quality)
    }
    return foundOrNone(qualities)
  }

  function foundOrNone(qualities: readonly number[]): Float32Array {
    return qualities.some((quality) => quality > 0) ? Float32Array.from(qualities) : none
  }

  return {
    size: words.length,
    phrases: spellings.map((spelling) => spelling.join('')).filter((text) => text !== ''),
    none,
    match(word) {
      if (word.length > REMEMBERED.chars) return compare(word)
      const known = remembered.get(word)
      if (known) return known
      const found = compare(word)
      if (remembered.size >= REMEMBERED.words) remembered.clear()
      remembered.set(word, found)
      return found
    },
  }
}

/** The words that name a subject; all of them where none does. */
function subjectsOf(search: string): string[] {
  const words = [...new Set(wordsOf(search).flatMap(unspacedPairs))]
  const subjects = words.filter((word) => !FUNCTION_WORDS.has(word))
  return (subjects.length > 0 ? subjects : words).slice(0, MOST_WORDS)
}

/** `価格表` is `価格` and `格表`: a page may have other characters between its words. */
function unspacedPairs(word: string): string[] {
  if (!UNSPACED.test(word)) return [word]
  const characters = [...word]
  if (characters.length <= 2) return [word]
  return characters.slice(1).map((character, at) => characters[at]! + character)
}
