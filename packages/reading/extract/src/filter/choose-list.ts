import { isObject } from '@gleaner/runtime/is-object'
import { MOST_ENTRIES } from './list-entries.ts'

/** Entries of a list that are looked at when two are compared. */
const MOST_COMPARED = 20

const LEAST_FILLED = 2
/** The likelier list comes first, and gives way to one that has clearly more of what is asked, of each entry and of all. */
const CLEARLY = { all: 1.2, each: 1.1 }

/**
 * Of the lists of a page the one whose entries have most of what is asked of them, filled; an entry without two of the `asked`
 * properties is none. `fill` gives the object that an entry makes.
 */
export function chooseList(
  lists: readonly (readonly unknown[])[],
  asked: number,
  fill: (entry: unknown) => Record<string, unknown> | undefined,
): unknown[] | undefined {
  const wanted = Math.min(asked, LEAST_FILLED)
  let best: { list: unknown[]; weight: number; each: number } | undefined
  for (const list of wanted > 0 ? lists : []) {
    const entries = list
      .slice(0, MOST_ENTRIES)
      .map(fill)
      .filter((entry) => entry !== undefined && Object.keys(entry).length >= wanted)
    const each = filledIn(entries)
    const weight = each * Math.sqrt(Math.min(entries.length, MOST_COMPARED))
    const isMore = !best || (weight > best.weight * CLEARLY.all && each > best.each * CLEARLY.each)
    if (entries.length > 0 && isMore) best = { list: entries, weight, each }
  }
  return best?.list
}

/** Properties of a list's first entries, on average. */
export function filledIn(list: readonly unknown[]): number {
  const counts = list
    .slice(0, MOST_COMPARED)
    .map((entry) => (isObject(entry) ? Object.keys(entry).length : 1))
  return counts.reduce((sum, count) => sum + count, 0) / Math.max(1, counts.length)
}
