import type { Tier } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'

/** Items that may be under way at once, of all accounts. */
export interface Places {
  all: number
  of(tier: Tier): number
}

/** Bulk work that is under way in the whole fleet. Kept up by who admits, so that one reading serves for some steps. */
export interface FleetLoad {
  /** Items under way of all accounts, and how many more may be admitted. */
  all(): number
  free(): number
  /** How many more items of the account may be admitted. */
  roomFor(accountId: string): number
  /** How many items are under way at a host. */
  at(host: string): number
  /** How many more items of the account may be put on the queue of a tier. */
  roomAt(tier: Tier, accountId: string): number
  add(item: LoadedItem): void
}

interface LoadedItem {
  accountId: string
  host: string
  tier: Tier
}

export async function readFleetLoad(db: Queryable, places: Places): Promise<FleetLoad> {
  const { rows } = await db.query<LoadedItem & { items: number }>({
    name: 'read-fleet-load',
    text: `SELECT account_id AS "accountId", host, tier, count(*)::int AS items FROM job
           WHERE finished_at IS NULL AND queued_at IS NOT NULL AND batch_id IS NOT NULL GROUP BY account_id, host, tier`,
  })
  /** Items by account, by host, by tier, and by tier and account. */
  const counts = new Map<string, number>()
  const count = (key: string) => counts.get(key) ?? 0
  let all = 0

  function add({ accountId, host, tier }: LoadedItem, items = 1): void {
    for (const key of [accountId, `at ${host}`, tier, `${tier} ${accountId}`])
      counts.set(key, count(key) + items)
    all += items
  }
  for (const { items, ...item } of rows) add(item, items)

  return {
    all: () => all,
    free: () => Math.max(0, places.all - all),
    roomFor: (accountId) => roomIn(places.all, all, count(accountId)),
    at: (host) => count(`at ${host}`),
    roomAt: (tier, accountId) => roomIn(places.of(tier), count(tier), count(`${tier} ${accountId}`)),
    add: (item) => add(item),
  }
}

/**
 * The rule of the fair semaphore (packages/queue): a quarter is kept for accounts that have nothing under way, and of what is free beside
 * it an account may have twice as many. One alone gets half, and whoever comes next finds some.
 */
export function roomIn(most: number, all: number, own: number): number {
  const free = most - all
  if (free <= 0) return 0
  const room = Math.ceil((2 * (free - Math.max(1, Math.floor(most / 4))) - own) / 3)
  return Math.min(free, Math.max(own === 0 ? 1 : 0, room))
}
