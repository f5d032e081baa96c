import type { Queryable } from '@gleaner/db'

/** Bulk work that is under way in the whole fleet. Kept up by who admits, so that one reading serves for some steps. */
export interface FleetLoad {
  /** How many more items may be admitted of all accounts. */
  free(): number
  /** How many more items of the account may be admitted. */
  roomFor(accountId: string): number
  /** How many items are under way at a host. */
  at(host: string): number
  add(accountId: string, host: string): void
}

export async function readFleetLoad(db: Queryable, most: number): Promise<FleetLoad> {
  const { rows } = await db.query<{ accountId: string; host: string; items: number }>({
    name: 'read-fleet-load',
    text: `SELECT account_id AS "accountId", host, count(*)::int AS items FROM job
           WHERE finished_at IS NULL AND queued_at IS NOT NULL AND batch_id IS NOT NULL GROUP BY account_id, host`,
  })
  const byAccount = new Map<string, number>()
  const byHost = new Map<string, number>()
  let all = 0

  function add(accountId: string, host: string, items = 1): void {
    byAccount.set(accountId, (byAccount.get(accountId) ?? 0) + items)
    byHost.set(host, (byHost.get(host) ?? 0) + items)
    all += items
  }
  for (const { accountId, host, items } of rows) add(accountId, host, items)

  return {
    free: () => Math.max(0, most - all),
    roomFor: (accountId) => roomIn(most, all, byAccount.get(accountId) ?? 0),
    at: (host) => byHost.get(host) ?? 0,
    add,
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
