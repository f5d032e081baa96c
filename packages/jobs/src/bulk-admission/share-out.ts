import type { Tier } from '@gleaner/contracts'

export interface WaitingHosts {
  /** Hosts with waiting items, and the tier that their next items begin at; the first is the first of equals. */
  hosts: readonly { host: string; tier: Tier }[]
  /** Items of the account that are under way, by host. */
  underWay: ReadonlyMap<string, number>
  /** Most items that may be under way at one host. */
  perHost(host: string): number
  /** Items that may be admitted, in all and at a tier. */
  room: number
  roomAt(tier: Tier): number
}

export interface Share {
  host: string
  items: number
}

/**
 * How many items of which host are admitted: each place goes to the host with the fewest items under way. A host that hangs or pauses
 * thus keeps the places that it has, and all others go to hosts whose items end.
 */
export function shareOut({ hosts, underWay, perHost, room, roomAt }: WaitingHosts): Share[] {
  const lines = hosts.map(({ host, tier }) => {
    const before = underWay.get(host) ?? 0
    return { host, tier, items: 0, before, most: perHost(host) - before }
  })
  const leftAt = new Map(hosts.map(({ tier }) => [tier, roomAt(tier)]))
  for (let left = room; left > 0; left--) {
    let next: (typeof lines)[number] | undefined
    for (const line of lines) {
      if (line.items >= line.most || leftAt.get(line.tier)! <= 0) continue
      if (!next || line.before + line.items < next.before + next.items) next = line
    }
    if (!next) break
    next.items++
    leftAt.set(next.tier, leftAt.get(next.tier)! - 1)
  }
  return lines.filter(({ items }) => items > 0).map(({ host, items }) => ({ host, items }))
}
