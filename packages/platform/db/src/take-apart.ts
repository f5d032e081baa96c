import { isDatabaseUnavailable } from './unavailable.ts'

/** What could not be done for one item, and why. */
export interface Stuck<Item> {
  item: Item
  fault: unknown
}

/**
 * Does `work` for all items together; where that fails, for each half of them, down to single ones: one of many that fails keeps no
 * other. Work that skips locked rows does so on one connection (`withConnection`):
 * on another, what the statement before has locked may not be free yet. Returns the items that fail alone. Throws when the database is away, which is the fault of none of them.
 */
export async function takeApart<Item>(
  items: readonly Item[],
  work: (items: readonly Item[]) => Promise<void>,
): Promise<Stuck<Item>[]> {
  if (items.length === 0) return []
  try {
    await work(items)
    return []
  } catch (fault) {
    if (isDatabaseUnavailable(fault)) throw fault
    if (items.length === 1) return [{ item: items[0]!, fault }]
  }
  const middle = items.length >> 1
  const first = await takeApart(items.slice(0, middle), work)
  return [...first, ...(await takeApart(items.slice(middle), work))]
}

/** Throws the faults of stuck items, if there are any. */
export function throwStuck(stuck: readonly Stuck<unknown>[], what: string): void {
  if (stuck.length > 0)
    throw new AggregateError(
      stuck.map(({ fault }) => fault),
      `${stuck.length} ${what}`,
    )
}
