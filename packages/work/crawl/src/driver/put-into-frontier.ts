import type { Queryable } from '@gleaner/db'
import type { CrawlRow } from '../crawl-row.ts'
import { insertPages, type NewPage } from '../frontier/insert-pages.ts'
import { takeAgain } from '../frontier/keep-findings.ts'

/** Pages of one statement. */
const SLICE = 1_000
/** Above what one step may find: places in the order of finding grow from step to step. */
const PLACES_OF_A_STEP = 10_000_000

/** Adds pages to the frontier, and to the crawl's counts; each address once, as deep as its shortest way; what was found on pages that are nearer than was known is taken again. Gives those of the pages that are
 * new, and of how many pages the findings are taken `again`. `shifted`: the least depth of pages
 * that waited already before which one may stand now. */
export async function putIntoFrontier(
  sql: Queryable,
  crawl: CrawlRow,
  pages: readonly NewPage[],
): Promise<{ added: ReadonlySet<NewPage>; again: number; shifted: number }> {
  const unique = new Map<string, NewPage>()
  for (const page of pages) {
    const key = page.key.toString('latin1')
    const before = unique.get(key)
    if (!before) unique.set(key, page)
    else if (page.depth < before.depth) before.depth = page.depth
  }
  const all = [...unique.values()]
  const isNew = new Set<NewPage>()
  let again = 0
  let shifted = Number.POSITIVE_INFINITY
  for (let at = 0; at < all.length; at += SLICE) {
    const { added, nearer } = await insertPages(
      sql,
      crawl.id,
      all.slice(at, at + SLICE),
      crawl.version * PLACES_OF_A_STEP + at,
    )
    crawl.discovered += added.length
    crawl.waiting += added.length
    again += await takeAgain(sql, crawl.id, nearer)
    const pageOf = (key: Buffer) => unique.get(key.toString('latin1'))!
    for (const key of added) isNew.add(pageOf(key))
    // New ones stand behind all of their depth; one that has come nearer keeps its place among those that were found.
    shifted = Math.min(
      shifted,
      ...added.map((key) => pageOf(key).depth + 1),
      ...nearer.map((key) => pageOf(key).depth),
    )
  }
  return { added: isNew, again, shifted }
}
