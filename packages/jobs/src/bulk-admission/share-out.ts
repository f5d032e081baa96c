export interface WaitingHosts {
  /** Hosts with waiting items; the first is the first of equals. */
  hosts: readonly string[]
  /** Items of the account that are under way, by host. */
  underWay: Readonly<Record<string, number>>
  /** Most items that may be under way at one host. */
  perHost(host: string): number
  /** Items that may be admitted. */
  room: number
}

export interface Share {
  host: string
  items: number
}

/**
 * How many items of which host are admitted: each place goes to the host with the fewest items under way. A host that hangs or pauses
 * thus keeps the places that it has, and all others go to hosts whose items end.
 */
export function shareOut({ hosts, underWay, perHost, room }: WaitingHosts): Share[] {
  const lines = hosts.map((host) => {
    const before = underWay[host] ?? 0
    return { host, items: 0, before, most: perHost(host) - before }
  })
  for (let left = room; left > 0; left--) {
    let next: (typeof lines)[number] | undefined
    for (const line of lines) {
      if (line.items >= line.most) continue
      if (!next || line.before + line.items < next.before + next.items) next = line
    }
    if (!next) break
    next.items++
  }
  return lines.filter(({ items }) => items > 0).map(({ host, items }) => ({ host, items }))
}
