/** The slots that requests of this process hold. Their leases are renewed until they are free: only a dead process's run out. */
export interface Slots {
  hold(key: string, id: string): void
  /** Gives a slot back. Safe to repeat. */
  free(key: string, id: string): void
  close(): void
}

export interface SlotsOptions {
  leaseMs: number
  renew(key: string, ids: readonly string[]): void
  free(key: string, id: string): void
}

const RENEWALS_PER_LEASE = 3

export function createSlots({ leaseMs, ...redis }: SlotsOptions): Slots {
  const held = new Map<string, Set<string>>()
  // Sent one behind the other, without waiting for answers: one round trip.
  const timer = setInterval(() => {
    for (const [key, ids] of held) redis.renew(key, [...ids])
  }, leaseMs / RENEWALS_PER_LEASE).unref()

  return {
    hold(key, id) {
      const ids = held.get(key)
      if (ids) ids.add(id)
      else held.set(key, new Set([id]))
    },
    free(key, id) {
      const ids = held.get(key)
      if (!ids?.delete(id)) return
      if (ids.size === 0) held.delete(key)
      redis.free(key, id)
    },
    close: () => clearInterval(timer),
  }
}
