import { closest } from 'fastest-levenshtein'

/** Comparing takes time by the product of the lengths. */
const MOST_CHARS = 100

/** The name that a misspelt one most likely stands for. */
export function nearestName(misspelt: string, names: readonly string[]): string | undefined {
  return names.length === 0 || misspelt.length > MOST_CHARS ? undefined : closest(misspelt, names)
}
