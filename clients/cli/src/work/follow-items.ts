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
  /** Pages as they are now, one by one, in the order in which they were taken on. */
  read(offset: number, limit?: number): AsyncIterable<Item>
  idOf(item: Item): string
  isOver(item: Item): boolean
}

/** Pages that are read with one request while others are at work. */
const CHUNK = 20

/**
 * Every page once, as pages end: chunk by chunk while the work goes on, what was not over then after its end. No more than one is held: it may
 * have megabytes. `known` are those that are not wanted any more.
 */
export async function* followItems<Item>(
  source: Source<Item>,
  known: ReadonlySet<string>,
  onProgress: (counts: Counts) => void,
): AsyncGenerator<Item> {
  const given = new Set(known)
  const unfinished: number[] = []
  let at = 0
  for await (const { event, data } of source.events()) {
    onProgress(data)
    if (event === 'complete') break
    if (data.completed + data.failed < at + CHUNK) continue
    const from = at
    for await (const item of source.read(from, CHUNK)) {
      at++
      if (isFresh(item)) yield item
      else if (!source.isOver(item) && unfinished.at(-1) !== from) unfinished.push(from)
    }
  }
  for (const offset of unfinished)
    for await (const item of source.read(offset, CHUNK)) if (isFresh(item)) yield item
  for await (const item of source.read(at)) if (isFresh(item)) yield item

  function isFresh(item: Item): boolean {
    const id = source.idOf(item)
    if (given.has(id) || !source.isOver(item)) return false
    given.add(id)
    return true
  }
}
