import { remember } from './remember.ts'
import { SAME_WORDS } from './same-words.ts'
import { stem } from './stem.ts'

/** Words that say nothing of which property is meant. */
const FILLERS: ReadonlySet<string> = new Set(
  'an and at current details for has in info information is no of on or the to value amount'.split(' '),
)

/** Says something before a word, and nothing behind it: `proteinContent`. */
const CONTENT = 'content'

/** Word to the first of its row, by stem. */
const CANONICAL = new Map(
  SAME_WORDS.flatMap((row) => {
    const stems = row.split(' ').map(stem)
    return stems.map((each) => [each, stems[0]!] as const)
  }),
)

/**
 * The words of a property's name in one form each, however it is written: `numberOfReviews`, `review_count` and `Reviews` are
 * all `review`. A name of nothing but fillers keeps them.
 */
export const nameWords: (name: string) => readonly string[] = remember((name) => {
  const words = splitName(name)
  const telling = words.filter((word, at) => !FILLERS.has(word) && !(at > 0 && word === CONTENT))
  return [...new Set((telling.length > 0 ? telling : words).map(canonical))]
})

/** The words of several names, which spaces part. */
export function wordSet(names: string): ReadonlySet<string> {
  return new Set(names.split(' ').flatMap(nameWords))
}

function canonical(word: string): string {
  const bare = stem(word)
  return CANONICAL.get(bare) ?? bare
}

/** A name's words as written, in small letters: at camel humps and at whatever is no letter or digit. */
export function splitName(name: string): string[] {
  return name
    .slice(0, 200)
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}
