import { FUNCTION_WORDS } from './function-words.ts'
import { MATCH, matchWord } from './match-word.ts'
import { otherSpelling, squashed, UNSPACED, wordsOf } from './words.ts'

/** What is searched for. */
export interface Query {
  /** How many different words it has; the words of a page are compared with each. */
  readonly size: number
  /** Words that stand beside each other in it, as places among its words. */
  readonly pairs: readonly (readonly [number, number])[]
  /** How much each of them says, whatever the site: words that hold sentences together say little. */
  readonly importance: Float64Array
  /** All of it without gaps, in each spelling. */
  readonly phrases: readonly string[]
  /** Words that a page may write in several (`assertRaises`, `web-hooks`), with their place. */
  readonly compounds: readonly (readonly [string, number])[]
  match(word: string): WordMatch
}

/** How a word of a page matches a query. Not to be changed. */
export interface WordMatch {
  /** For each of the query's words, 0 to 1. */
  readonly qualities: Float32Array
  /** Bits of the pairs that this one word stands for: `unittest` for `unit testing`. */
  readonly pairs: number
}

/** No word of the query is matched. */
export const NONE: WordMatch = { qualities: new Float32Array(0), pairs: 0 }

/** Pairs are bits of a number. */
const MOST_WORDS = 24
/** They may be names all the same: `os`, `it`. */
const FUNCTION_WORD = 0.15
const LEAST_COMPOUND = 6
/** Words of addresses repeat: so many are remembered, those of usual length. */
const REMEMBERED = { words: 50_000, chars: 60 }

/** Reads a search text. Text without gaps (Chinese, Japanese, Thai) is compared by pairs of its characters. */
export function readQuery(search: string): Query {
  const spellings = [...new Set([search, otherSpelling(search)])].map(searchedWords)
  const [sequence = []] = spellings
  const words = [...new Set(sequence)]
  const forms = words.map((word) => {
    const places = sequence.flatMap((other, place) => (other === word ? [place] : []))
    return [...new Set(spellings.flatMap((spelling) => places.flatMap((place) => spelling[place] ?? [])))]
  })
  const pairs = sequence
    .slice(1)
    .map((word, at) => [words.indexOf(sequence[at]!), words.indexOf(word)] as const)
  // Two words that are one elsewhere: `unit testing` and `unittest`.
  const joinedPairs = pairs.map(([first, second]) => words[first]! + words[second]!)
  const remembered = new Map<string, WordMatch>()

  function compare(word: string): WordMatch {
    if (UNSPACED.test(word))
      return matchOf(forms.map((form) => (form.some((one) => word.includes(one)) ? MATCH.same : 0)))
    const qualities = forms.map((form) => Math.max(...form.map((one) => matchWord(word, one))))
    let inside = 0
    for (const [at, joined] of joinedPairs.entries()) {
      const quality = matchWord(word, joined)
      if (quality === 0 || quality === MATCH.beginning || quality === MATCH.typo) continue
      inside |= 1 << at
      for (const part of pairs[at]!) qualities[part] = Math.max(qualities[part]!, quality)
    }
    return matchOf(qualities, inside)
  }

  return {
    size: words.length,
    pairs,
    importance: importanceOf(words),
    phrases: [...new Set([search, otherSpelling(search)].map(squashed))].filter((text) => text !== ''),
    compounds: forms.flatMap((form, at) =>
      form.filter(({ length }) => length >= LEAST_COMPOUND).map((word) => [word, at] as const),
    ),
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

function matchOf(qualities: readonly number[], pairs = 0): WordMatch {
  return qualities.some((quality) => quality > 0) ? { qualities: Float32Array.from(qualities), pairs } : NONE
}

function searchedWords(search: string): string[] {
  return wordsOf(search).flatMap(unspacedPairs).slice(0, MOST_WORDS)
}

function importanceOf(words: readonly string[]): Float64Array {
  const isEmpty = words.every((word) => FUNCTION_WORDS.has(word))
  return Float64Array.from(words, (word) => (isEmpty || !FUNCTION_WORDS.has(word) ? 1 : FUNCTION_WORD))
}

/** `価格表` is `価格` and `格表`: a page may have other characters between its words. */
function unspacedPairs(word: string): string[] {
  if (!UNSPACED.test(word)) return [word]
  const characters = [...word]
  if (characters.length <= 2) return [word]
  return characters.slice(1).map((character, at) => characters[at]! + character)
}
