import type { Tier } from '@gleaner/contracts'

/** Where items wait: at their host, or in a line of their own there (`lineName` of packages/queue). */
export interface WaitingLine {
  line: string
  /** Of its next item, and the tier that this one begins at. */
  host: string
  tier: Tier
}

export interface WaitingLines {
  /** Lines with waiting items; the first is the first of equals. */
  lines: readonly WaitingLine[]
  /** Items of the account that are under way, by line. */
  underWay: ReadonlyMap<string, number>
  /** Most items of a line that may be under way. */
  mostOf(line: WaitingLine): number
  /** Items that may be admitted, in all and at a tier. */
  room: number
  roomAt(tier: Tier): number
}

export interface Share {
  line: string
  items: number
}

/**
 * How many items of which line are admitted: each place goes to the line with the fewest items under way. A host that hangs or pauses
 * thus keeps the places that it has, and all others go to hosts whose items end.
 */
export function shareOut({ lines, underWay, mostOf, room, roomAt }: WaitingLines): Share[] {
  const shares = lines.map((one) => {
    const before = underWay.get(one.line) ?? 0
    return { line: one.line, tier: one.tier, items: 0, before, most: mostOf(one) - before }
  })
  const leftAt = new Map(lines.map(({ tier }) => [tier, roomAt(tier)]))
  for (let left = room; left > 0; left--) {
    let next: (typeof shares)[number] | undefined
    for (const share of shares) {
      if (share.items >= share.most || leftAt.get(share.tier)! <= 0) continue
      if (!next || share.before + share.items < next.before + next.items) next = share
    }
    if (!next) break
    next.items++
    leftAt.set(next.tier, leftAt.get(next.tier)! - 1)
  }
  return shares.filter(({ items }) => items > 0).map(({ line, items }) => ({ line, items }))
}
