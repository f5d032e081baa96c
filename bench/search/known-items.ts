/**
 * How often the built-in index finds a page that is known to answer a query, on trees of documentation: the terms of the index at the end of
 * a book with the pages that its authors name for them, titles with their words turned around, and five words of the running text.
 * `node bench/search/known-items.ts <name>=<folder> ...`
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { uuidv7 } from '@gleaner/contracts'
import { createPool, type Pool } from '@gleaner/db'
import { migrate } from '@gleaner/db/migrate'
import { followPages, openIndex, searchIndex } from '@gleaner/search'
import { startScratchPostgres } from '../lib/scratch-postgres.ts'
import { short, table } from '../lib/table.ts'
import { insertPages, pageOf, readTree } from './load-tree.ts'
import { bookIndexItems, type KnownItem, phraseItems, titleItems } from './queries.ts'

const MOST_QUERIES = 400
const BOOK_INDEXES = ['bookindex.html', 'genindex-all.html']

const postgres = await startScratchPostgres()
await migrate(postgres.url)
const pool = createPool({ url: postgres.url, max: 4 })
const rows: unknown[][] = []
for (const argument of process.argv.slice(2)) rows.push(...(await judgeTree(pool, argument)))
console.log(table(['tree', 'queries', 'n', 'recall@1', 'recall@5', 'recall@10', 'ms'], rows as string[][]))
await pool.end()
await postgres.stop()

async function judgeTree(pool: Pool, argument: string): Promise<unknown[][]> {
  const [name, folder] = argument.split('=') as [string, string]
  const accountId = uuidv7()
  await pool.query("INSERT INTO account (id, name) VALUES ($1, 'bench')", [accountId])
  const tree = readTree(folder).filter(({ path }) => !/genindex|bookindex|search\.html/.test(path))
  const pages: { path: string; html: string; url: string; page: string; text: string }[] = []
  for (const { path, html } of tree) {
    const url = `https://docs.test/${path}`
    const page = await pageOf(url, html)
    if (page) pages.push({ path, html, url, page, text: String(JSON.parse(page).content.markdown) })
  }
  await insertPages(pool, accountId, pages)
  await openIndex(pool, accountId)
  const startedAt = performance.now()
  while ((await followPages(pool, accountId, true)) > 0);
  const ms = (performance.now() - startedAt) / pages.length
  console.error(`${name}: ${pages.length} pages, ${short(ms)} ms each to index`)

  const paths = new Set(pages.map(({ path }) => path))
  const book = BOOK_INDEXES.flatMap((file) => {
    try {
      return bookIndexItems(readFileSync(join(folder, file), 'utf8'))
    } catch {
      return []
    }
  }).filter((item) => [...item.paths].every((path) => paths.has(path)))
  const sets: [string, KnownItem[]][] = [
    ['book index', book],
    ['titles turned around', titleItems(pages)],
    ['five words', phraseItems(pages)],
  ]
  const judged: unknown[][] = []
  for (const [kind, items] of sets)
    if (items.length > 0) judged.push([name, kind, ...(await judge(accountId, thin(items)))])
  return judged
}

async function judge(accountId: string, items: readonly KnownItem[]): Promise<unknown[]> {
  const places: number[] = []
  const startedAt = performance.now()
  for (const { query, paths } of items) {
    const { found } = await searchIndex(pool, {
      accountId,
      query,
      limit: 10,
      sites: [],
      language: undefined,
      since: undefined,
    })
    const place = found.findIndex(({ url }) => paths.has(url.replace('https://docs.test/', '')))
    places.push(place === -1 ? Number.POSITIVE_INFINITY : place + 1)
  }
  const ms = (performance.now() - startedAt) / items.length
  const share = (most: number) => short(places.filter((place) => place <= most).length / places.length)
  return [items.length, share(1), share(5), share(10), short(ms)]
}

/** Evenly spread over all. */
function thin<T>(items: readonly T[]): T[] {
  const step = Math.max(1, items.length / MOST_QUERIES)
  return Array.from(
    { length: Math.min(items.length, MOST_QUERIES) },
    (_, at) => items[Math.floor(at * step)]!,
  )
}
