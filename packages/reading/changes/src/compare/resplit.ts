import { gapsOf, type Sides } from './sides.ts'

/** Lines that are looked at from each line on. */
const MOST_LINES = 20

/**
 * Text that is only divided into lines anew (a cell became a paragraph, a break was put in) is no change: lines in one place
 * whose letters run on equally are taken off both sides.
 */
export function dropResplit(sides: Sides): void {
  const { first, second, removed, added } = sides
  for (const gap of gapsOf(sides).values()) {
    const before = gap.removed.filter((index) => first[index]!.unit.kind === 'text')
    const after = gap.added.filter((index) => second[index]!.unit.kind === 'text')
    let from = 0
    for (let i = 0; i < before.length; i++) {
      for (let j = from; j < Math.min(after.length, from + MOST_LINES); j++) {
        const run = commonRun(
          before.slice(i, i + MOST_LINES).map((index) => lettersOf(first[index]!.key)),
          after.slice(j, j + MOST_LINES).map((index) => lettersOf(second[index]!.key)),
        )
        if (!run) continue
        for (const index of before.slice(i, i + run.first)) removed.delete(index)
        for (const index of after.slice(j, j + run.second)) added.delete(index)
        i += run.first - 1
        from = j + run.second
        break
      }
    }
  }
}

function lettersOf(key: string): string {
  return key.slice(key.indexOf(' ') + 1).replace(/\s+/g, '')
}

/** How many lines of each side make the same run of letters; undefined when they differ before both end together. */
function commonRun(
  first: readonly string[],
  second: readonly string[],
): { first: number; second: number } | undefined {
  let [i, j] = [0, 0]
  let [left, right] = ['', '']
  for (;;) {
    if (left === right && left !== '') return { first: i, second: j }
    if (!left.startsWith(right) && !right.startsWith(left)) return undefined
    const next = left.length <= right.length ? first[i++] : second[j++]
    if (next === undefined) return undefined
    if (left.length <= right.length) left += next
    else right += next
  }
}
