/** One in `oneIn` items of each group, spread over it, and one at least. */
export function spreadOf<T>(items: readonly T[], groupOf: (item: T) => string, oneIn: number): T[] {
  return [...Map.groupBy(items, groupOf).values()].flatMap((group) =>
    group.filter((_, at) => at % oneIn === 0),
  )
}
