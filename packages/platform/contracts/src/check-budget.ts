import { LIMITS } from './limits.ts'

interface CheckBudget {
  /** Of all selectors together. */
  selectorChars: number
  /** Names that are looked for because nobody knows the one that was sent: some 0.1 ms each. */
  suggestions: number
}

const SUGGESTIONS = 20
const UNBOUNDED = { selectorChars: Number.POSITIVE_INFINITY, suggestions: Number.POSITIVE_INFINITY }

/** What is left for the value that is being parsed. */
let left: CheckBudget = UNBOUNDED

/**
 * Parses one value within what one request may ask for of the costly checks, whatever lists they stand in: a schema knows each selector by
 * itself, and looks at all of a list before it counts them. `parse` must be synchronous.
 */
export function withinCheckBudget<T>(parse: () => T): T {
  const before = left
  left = { selectorChars: LIMITS.selectorChars, suggestions: SUGGESTIONS }
  try {
    return parse()
  } finally {
    left = before
  }
}

/** Takes what checking a selector costs; false when there is not enough left. */
export function takeSelectorChars(chars: number): boolean {
  left.selectorChars -= chars
  return left.selectorChars >= 0
}

/** Takes what looking for a name costs; false when enough were looked for. */
export function takeSuggestion(): boolean {
  left.suggestions -= 1
  return left.suggestions >= 0
}
