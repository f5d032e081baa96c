/** Does work on many things, so many at a time, and gives what came of each in the order of the things. */
export async function* inOrder<Item, Made>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Made>,
): AsyncGenerator<{ item: Item; made: Made } | { item: Item; error: unknown }> {
  const underWay: Promise<{ made: Made } | { error: unknown }>[] = []
  const begin = (item: Item) =>
    work(item).then(
      (made) => ({ made }),
      (error: unknown) => ({ error }),
    )
  for (const [at, item] of items.entries()) {
    for (let next = underWay.length; next < Math.min(items.length, at + atOnce); next++)
      underWay.push(begin(items[next]!))
    yield { item, ...(await underWay[at]!) }
  }
}
