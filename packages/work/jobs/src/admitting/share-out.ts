import type { Tier } from '@gleaner/contracts'
import type { LaneKey } from './lane.ts'

/** Where items wait: at their host, or in a line of their own there (`lineName` of packages/platform/queue); those of one payer. */
export interface SharingLane extends LaneKey {
  /** Of its next item, and the tier that this one begins at. */
  host: string
  tier: Tier
}

export interface WaitingLanes<Lane extends SharingLane> {
  /** Lanes with waiting items; the first is the first of equals. */
  lanes: readonly Lane[]
  /** Items of the account that are under way, by line. */
  underWay: ReadonlyMap<string, number>
  /** Most items of a line that may be under way. */
  mostOf(lane: Lane): number
  /** Items that may be admitted, in all and at a tier. */
  room: number
  roomAt(tier: Tier): number
}

/** So many items of a lane. */
export type Share<Lane> = { lane: Lane; items: number }

/**
 * How many items of which lane are admitted: each place goes to the line with the fewest items under way, and there to the lane that gets the
 * fewest. A host that hangs or pauses thus keeps the places that it has, and all others go to hosts whose items end.
 */
export function shareOut<Lane extends SharingLane>({
  lanes,
  underWay,
  mostOf,
  room,
  roomAt,
}: WaitingLanes<Lane>): Share<Lane>[] {
  const inLine = new Map(lanes.map(({ line }) => [line, underWay.get(line) ?? 0]))
  const shares = lanes.map((lane) => ({ lane, items: 0, most: mostOf(lane) }))
  const leftAt = new Map(lanes.map(({ tier }) => [tier, roomAt(tier)]))
  for (let left = room; left > 0; left--) {
    let next: (typeof shares)[number] | undefined
    for (const share of shares) {
      const { line, tier } = share.lane
      if (inLine.get(line)! >= share.most || leftAt.get(tier)! <= 0) continue
      const lead = next ? inLine.get(line)! - inLine.get(next.lane.line)! : 0
      if (!next || lead < 0 || (lead === 0 && share.items < next.items)) next = share
    }
    if (!next) break
    const { line, tier } = next.lane
    next.items++
    inLine.set(line, inLine.get(line)! + 1)
    leftAt.set(tier, leftAt.get(tier)! - 1)
  }
  return shares.filter(({ items }) => items > 0).map(({ lane, items }) => ({ lane, items }))
}
