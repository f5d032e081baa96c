/** How far a batch or crawl is. */
export interface Counts {
  total: number
  completed: number
  failed: number
}

/** Many pages of one piece of work: what tells of their ends, and what reads them. */
export interface Source<Item> {
  /** `progress` after each page that has ended, `complete` last. */
  events(): AsyncIterable<{ event: string; data: Counts }>
  /** Pages in the order in which they were taken on. */
  read(offset: number, limit: number): Promise<readonly Item[]>
  idOf(item: Item): string
  isOver(item: Item): boolean
}

/** Pages that are read at once: one may have megabytes. */
const CHUNK = 20

/**
 * Every page once, as pages end: chunk by chunk while the work goes on, what was not over then after its end. `known` are those that are not
 * wanted any more.
 */
export async function* followItems<Item>(
  source: Source<Item>,
  known: ReadonlySet<string>,
  onProgress: (counts: Counts) => void,
): AsyncGenerator<Item> {
  const given = new Set(known)
  const fresh = (items: readonly Item[]) =>
    items.filter((item) => {
      const id = source.idOf(item)
      if (given.has(id) || !source.isOver(item)) return false
      given.add(id)
      return true
    })
  let at = 0
  const unfinished: number[] = []
  for await (const { event, data } of source.events()) {
    onProgress(data)
    if (event === 'complete') break
    if (data.completed + data.failed < at + CHUNK) continue
    const items = await source.read(at, CHUNK)
    if (!items.every(source.isOver)) unfinished.push(at)
    at += items.length
    yield* fresh(items)
  }
  for (const offset of unfinished) yield* fresh(await source.read(offset, CHUNK))
  for (;;) {
    const items = await source.read(at, CHUNK)
    if (items.length === 0) return
    at += items.length
    yield* fresh(items)
  }
}
