/**
 * How often a map with a search has the page that is known to answer it, and how far up: `node bench/map/ranking.ts <name>=<folder> ...`, on trees of
 * HTML. Queries are titles that one page alone has, terms of the book's own index, and texts of links on pages that the map has not read; none is made
 * by our code's idea of relevance. Maps are of links (the start page's and those of the pages that it leads to), and of a sitemap that has nothing but
 * addresses. Beside it general rankers, on the same addresses. QUERIES: how many of each kind; RANKERS: which, with semicolons between them.
 */
import { readSite } from '@gleaner/maps'
import type { Entry } from '@gleaner/maps/read/collect'
import { short, table } from '../lib/table.ts'
import { readTree } from '../search/load-tree.ts'
import type { KnownItem } from '../search/queries.ts'
import { createFolderSite, pathOf, urlOf } from './folder-site.ts'
import { indexQueries, isListOfAll, linkQueries, type Page, titleQueries } from './judged-queries.ts'
import { RANKERS, type Ranker } from './rankers.ts'

const MOST_QUERIES = Number(process.env.QUERIES ?? 200)
const ONLY = process.env.RANKERS?.split(';')

const rows: string[][] = []
for (const argument of process.argv.slice(2)) {
  const [name, folder] = argument.split('=') as [string, string]
  const pages = readTree(folder)
  for (const kind of ['links', 'sitemap'] as const) {
    const { found, read } = await mapOf(folder, pages, kind)
    const inMap = new Set(found.map(({ url }) => pathOf(url)))
    const sets = {
      titles: titleQueries(pages.filter(({ path }) => !isListOfAll(path))),
      index: indexQueries(pages),
      links: linkQueries(pages, read),
    }
    for (const [set, all] of Object.entries(sets)) {
      const items = thin(all.filter(({ paths }) => [...paths].every((path) => inMap.has(path))))
      if (items.length < 20) continue
      for (const [ranker, create] of Object.entries(RANKERS)) {
        if (ONLY && !ONLY.includes(ranker)) continue
        const startedAt = performance.now()
        const { first, five, reciprocal, misses } = judge(create(found), items)
        const ms = short((performance.now() - startedAt) / items.length)
        const of = [name, kind, String(found.length), set, String(items.length)]
        rows.push([...of, ranker, short(first), short(five), short(reciprocal), ms])
        if (process.env.SHOW_MISSES && ranker === 'gleaner') console.error(misses.slice(0, 40).join('\n'))
      }
    }
  }
}
console.log(
  table(['tree', 'map', 'addresses', 'queries', 'n', 'ranker', 'recall@1', 'recall@5', 'MRR', 'ms'], rows),
)

async function mapOf(
  folder: string,
  pages: readonly Page[],
  kind: 'links' | 'sitemap',
): Promise<{ found: Entry[]; read: ReadonlySet<string> }> {
  const site = createFolderSite(
    folder,
    pages.map(({ path }) => path),
  )
  const question = {
    url: urlOf(''),
    max_pages: 100_000,
    max_depth: 2,
    sitemap: kind === 'links' ? ('skip' as const) : ('only' as const),
    include_metadata: false,
    include_subdomains: false,
    respect_robots: false,
  }
  const { collection } = await readSite(site, question, AbortSignal.timeout(600_000))
  const found = collection.best().map(({ candidate }) => candidate)
  return { found: found.filter(({ url }) => !isListOfAll(pathOf(url))), read: site.read }
}

function judge(rank: Ranker, items: readonly KnownItem[]) {
  const misses: string[] = []
  const places = items.map(({ query, paths }) => {
    const ranked = rank(query)
    const place = ranked.findIndex((url) => paths.has(pathOf(url))) + 1
    if (place !== 1)
      misses.push(`${query} -> ${[...paths]} at ${place}; first: ${ranked.slice(0, 3).map(pathOf)}`)
    return place === 0 ? Number.POSITIVE_INFINITY : place
  })
  const share = (most: number) => places.filter((place) => place <= most).length / places.length
  const reciprocal = places.reduce((sum, place) => sum + 1 / place, 0) / places.length
  return { first: share(1), five: share(5), reciprocal, misses }
}

/** Evenly spread over all. */
function thin<T>(items: readonly T[]): T[] {
  const step = Math.max(1, items.length / MOST_QUERIES)
  const count = Math.min(items.length, MOST_QUERIES)
  return Array.from({ length: count }, (_, at) => items[Math.floor(at * step)]!)
}
