/** How often each item is there. */
export function countsOf(items: readonly string[]): Map<string, number> {
  const found = new Map<string, number>()
  for (const item of items) found.set(item, (found.get(item) ?? 0) + 1)
  return found
}

/** How many items two bags share, and how many each has. */
export function overlap(a: Map<string, number>, b: Map<string, number>) {
  let common = 0
  for (const [item, count] of a) common += Math.min(count, b.get(item) ?? 0)
  return { common, ofA: sizeOf(a), ofB: sizeOf(b) }
}

export function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+/gu) ?? []
}

function sizeOf(bag: Map<string, number>): number {
  return bag.values().reduce((sum, count) => sum + count, 0)
}
