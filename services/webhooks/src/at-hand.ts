import type { ClaimedDelivery, Held } from '@gleaner/outgoing-webhooks'

/** What this process holds of deliveries, from their claim until what became of them is noted. */
export interface AtHand {
  take(deliveries: readonly ClaimedDelivery[]): void
  /** Gives a place back. Safe to repeat. */
  free(delivery: ClaimedDelivery): void
  /** What there is still room for. */
  room(): { places: number; bytes: number }
  /** By account. */
  held(): Held[]
}

export function createAtHand(most: { places: number; bytes: number }): AtHand {
  const accounts = new Map<string, Held>()
  const ids = new Set<string>()
  let bytes = 0

  return {
    take(deliveries) {
      for (const { id, accountId, bytes: more } of deliveries) {
        if (ids.has(id)) continue
        const held = accounts.get(accountId) ?? { accountId, places: 0, bytes: 0 }
        held.places += 1
        held.bytes += more
        bytes += more
        accounts.set(accountId, held)
        ids.add(id)
      }
    },
    free({ id, accountId, bytes: less }) {
      if (!ids.delete(id)) return
      const held = accounts.get(accountId)!
      held.places -= 1
      held.bytes -= less
      bytes -= less
      if (held.places === 0) accounts.delete(accountId)
    },
    room: () => ({ places: most.places - ids.size, bytes: most.bytes - bytes }),
    held: () => [...accounts.values()],
  }
}
