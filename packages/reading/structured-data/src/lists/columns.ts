import type { Leaf, Leaves } from './read-leaves.ts'

/** What stands at one place of the entries. */
export interface Column {
  path: string
  /** The text of each entry, at its number. */
  leaves: (Leaf | undefined)[]
  /** Share of entries that have it, and of different texts among those. */
  presence: number
  variety: number
  /** Characters of a text, on average. */
  chars: number
  /** The first leaf that is there. */
  sample: Leaf
}

/** Places that are told apart; entries of a hostile page have none in common. */
const MOST_COLUMNS = 300

/** The entries' texts, place by place, in the order of the page. */
export function columnsOf(records: readonly Leaves[]): Column[] {
  const byPath = new Map<string, (Leaf | undefined)[]>()
  records.forEach(({ texts }, at) => {
    for (const leaf of texts) {
      let leaves = byPath.get(leaf.path)
      if (!leaves) {
        if (byPath.size >= MOST_COLUMNS) continue
        leaves = new Array<Leaf | undefined>(records.length).fill(undefined)
        byPath.set(leaf.path, leaves)
      }
      leaves[at] ??= leaf
    }
  })
  return [...byPath].map(([path, leaves]) => {
    const there = leaves.filter((leaf) => leaf !== undefined)
    return {
      path,
      leaves,
      presence: there.length / records.length,
      variety: new Set(there.map(({ text }) => text)).size / there.length,
      chars: there.reduce((sum, { text }) => sum + text.length, 0) / there.length,
      sample: there[0]!,
    }
  })
}

/** Share of a column's texts that pass. */
export function share({ leaves }: Column, passes: (leaf: Leaf) => boolean): number {
  const there = leaves.filter((leaf) => leaf !== undefined)
  return there.filter(passes).length / there.length
}
