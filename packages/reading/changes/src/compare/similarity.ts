/** Words of a text that are looked at. */
const MOST_WORDS = 300

/** Words, numbers, and signs one by one. */
export function wordsOf(text: string): string[] {
  return (
    text
      .slice(0, MOST_WORDS * 10)
      .match(/[\p{L}\p{N}\p{M}_]+|[^\s\p{L}\p{N}\p{M}_]/gu)
      ?.slice(0, MOST_WORDS) ?? []
  )
}

/** The share of their words that two texts have in common, 0 to 1 (Dice's coefficient). */
export function similarity(first: string, second: string): number {
  const [a, b] = [wordsOf(first), wordsOf(second)]
  if (a.length === 0 || b.length === 0) return 0
  const counts = new Map<string, number>()
  for (const word of a) counts.set(word, (counts.get(word) ?? 0) + 1)
  let common = 0
  for (const word of b) {
    const left = counts.get(word) ?? 0
    if (left === 0) continue
    counts.set(word, left - 1)
    common++
  }
  return (2 * common) / (a.length + b.length)
}
