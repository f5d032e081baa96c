import type { Tier } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'

/** Items that may be under way at once, of all accounts. */
export interface Bounds {
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
  /** Nothing that is under way, or will be, was admitted before this: the next reading begins here. */
  readonly since: string
}

interface LoadedItem {
  accountId: string
  host: string
  tier: Tier
}

interface Load {
  since: string
  items: (Omit<LoadedItem, 'accountId'> & { account_id: string; items: number })[] | null
}

/** Reads it anew, from where on the reading before says (`since`). */
export async function readFleetLoad(db: Queryable, places: Bounds, since = '-infinity'): Promise<FleetLoad> {
  const { rows } = await db.query<Load>({
    name: 'read-fleet-load',
    text: `WITH under_way AS (
             SELECT account_id, host, tier, count(*)::int AS items, min(queued_at) AS since FROM job
             WHERE finished_at IS NULL AND queued_at >= $1::timestamptz AND batch_id IS NOT NULL GROUP BY account_id, host, tier
           )
           SELECT (LEAST((SELECT min(since) FROM under_way), now()) - interval '1 minute')::text AS since, (SELECT json_agg(under_way) FROM under_way) AS items`,
    values: [since],
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
  for (const { account_id: accountId, host, tier, items } of rows[0]!.items ?? [])
    add({ accountId, host, tier }, items)

  return {
    all: () => all,
    free: () => Math.max(0, places.all - all),
    roomFor: (accountId) => roomIn(places.all, all, count(accountId)),
    at: (host) => count(`at ${host}`),
    roomAt: (tier, accountId) => roomIn(places.of(tier), count(tier), count(`${tier} ${accountId}`)),
    add: (item) => add(item),
    since: rows[0]!.since,
  }
}

/**
 * The rule of the fair semaphore (packages/platform/queue): a quarter is kept for accounts that have nothing under way, and of what is free beside
 * it an account may have twice as many. One alone gets half, and whoever comes next finds some.
 */
export function roomIn(most: number, all: number, own: number): number {
  const free = most - all
  if (free <= 0) return 0
  const room = Math.ceil((2 * (free - Math.max(1, Math.floor(most / 4))) - own) / 3)
  return Math.min(free, Math.max(own === 0 ? 1 : 0, room))
}
