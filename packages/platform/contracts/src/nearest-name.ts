import { closest, distance } from 'fastest-levenshtein'
import { takeSuggestion } from './check-budget.ts'

/** Comparing takes time by the product of the lengths. */
const MOST_CHARS = 100

/**
 * The name that a misspelt one most likely stands for; none where more than `mostDifferent` of the letters differ (0 to 1), nor for more
 * than the first of many names of one request.
 */
export function nearestName(
  misspelt: string,
  names: readonly string[],
  mostDifferent = 1,
): string | undefined {
  if (names.length === 0 || misspelt.length > MOST_CHARS || !takeSuggestion()) return undefined
  const nearest = closest(misspelt, names)
  const different = distance(misspelt, nearest) / Math.max(misspelt.length, nearest.length)
  return different <= mostDifferent ? nearest : undefined
}
