import { nearestName } from '@gleaner/contracts'

/**
 * The name that this one is a misspelling of: the same words in the same order (an `s` or a joint more or less counts for nothing), of which at
 * most one is written wrong, by one letter of five. Undefined when there is none: another word means something else.
 */
export function nearestSpelling(wanted: string, names: readonly string[]): string | undefined {
  const joined = plain(wanted)
  const same = names.find((name) => plain(name) === joined)
  return same ?? names.find((name) => isMisspelt(wanted, name))
}

function plain(name: string): string {
  return name
    .split('_')
    .map((word) => word.replace(/s$/, ''))
    .join('')
}

/** A letter of so many may be wrong: of fewer, words differ by one that mean something else (`html`, `http`). */
const LETTERS_A_FAULT = 5

function isMisspelt(wanted: string, name: string): boolean {
  const [words, others] = [wanted.split('_'), name.split('_')]
  if (words.length !== others.length) return false
  const wrong = words
    .map((word, at) => [word, others[at]!] as const)
    .filter(([word, other]) => word !== other)
  const [pair] = wrong
  if (!pair || wrong.length > 1) return false
  const [word, other] = pair
  if (Math.min(word.length, other.length) < LETTERS_A_FAULT) return isSwapped(word, other)
  return isSwapped(word, other) || nearestName(word, [other], 1 / LETTERS_A_FAULT) !== undefined
}

/** Two letters beside each other in the wrong order: the commonest slip. */
function isSwapped(word: string, other: string): boolean {
  if (word.length !== other.length) return false
  const at = [...word].findIndex((letter, index) => letter !== other[index])
  return (
    word[at] === other[at + 1] && word[at + 1] === other[at] && word.slice(at + 2) === other.slice(at + 2)
  )
}
