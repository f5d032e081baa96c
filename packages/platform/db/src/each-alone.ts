import { isCanceled, isDatabaseUnavailable } from './unavailable.ts'

/**
 * Does `work` for each item, so many at once, whatever becomes of the others. Returns what succeeded gave, in the order of their ends.
 * Throws at the end when any failed, an AggregateError of their faults; at once when the database is away, which is no fault of an item.
 */
export async function eachAlone<Item, Result>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<Result> | Result,
  atOnce = 1,
): Promise<Result[]> {
  const left = items[Symbol.iterator]()
  const results: Result[] = []
  const faults: unknown[] = []
  const go = async () => {
    for (let next = left.next(); !next.done && !faults.some(isOfAll); next = left.next())
      try {
        results.push(await work(next.value))
      } catch (fault) {
        faults.push(fault)
      }
  }
  await Promise.all(Array.from({ length: atOnce }, go))
  if (faults.length === 0) return results
  throw (
    faults.find(isOfAll) ??
    new AggregateError(faults, `${faults.length} of ${faults.length + results.length} failed`)
  )
}

/** Takes each step in turn, whatever becomes of those before it. Throws as `eachAlone` does. */
export async function stepsAlone(...steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  await eachAlone(steps, (step) => step())
}

/** A statement that takes too long may be that of one item. */
function isOfAll(fault: unknown): boolean {
  return isDatabaseUnavailable(fault) && !isCanceled(fault)
}
