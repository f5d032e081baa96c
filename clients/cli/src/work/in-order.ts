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
  let begun = 0
  for (const [at, item] of items.entries()) {
    while (begun < Math.min(items.length, at + atOnce)) underWay.push(begin(items[begun++]!))
    // What was given is not kept.
    yield { item, ...(await underWay.shift()!) }
  }
}
