import { createScope } from '@gleaner/crawl/urls/index'
import { readQuery } from '@gleaner/maps/rank/query'
import { createCollection, type Entry } from '@gleaner/maps/read/collect'
import Fuse from 'fuse.js'
import fuzzysort from 'fuzzysort'
import MiniSearch from 'minisearch'
import { ORIGIN } from './folder-site.ts'

/** Ranks the addresses of a map by a query: the best first. */
export type Ranker = (query: string) => string[]

const MOST = 100

/** Ours, and what anybody could use in its place, on the same addresses, titles and texts of links. */
export const RANKERS: Record<string, (pages: readonly Entry[]) => Ranker> = {
  gleaner: (pages) => (search) => {
    const query = readQuery(search)
    if (query.size === 0) return []
    const scope = createScope({ url: `${ORIGIN}/`, startedAt: `${ORIGIN}/`, maxDepth: 10 })
    const collection = createCollection({
      scope,
      isAllowed: () => true,
      query,
      startHost: new URL(ORIGIN).host,
      most: MOST,
    })
    for (const { texts = [], parts, ...page } of pages) {
      collection.add(page)
      for (const anchor of texts) collection.add({ ...page, anchor })
      if (parts) collection.add({ ...page, anchor: parts, isPart: true })
    }
    return collection.best().map(({ candidate }) => candidate.url)
  },
  'BM25 (MiniSearch)': (pages) => bm25(pages, {}),
  'BM25, beginnings, typos (MiniSearch)': (pages) => bm25(pages, { prefix: true, fuzzy: 0.2 }),
  'fuse.js': (pages) => {
    const fuse = new Fuse(documentsOf(pages), {
      keys: ['path', 'text'],
      ignoreLocation: true,
      threshold: 0.4,
      useTokenSearch: false,
    } as object)
    return (query) => fuse.search(query, { limit: MOST }).map(({ item }) => item.id)
  },
  fuzzysort: (pages) => {
    const documents = documentsOf(pages)
    return (query) =>
      fuzzysort.go(query, documents, { keys: ['path', 'text'], limit: MOST }).map(({ obj }) => obj.id)
  },
}

function bm25(pages: readonly Entry[], searchOptions: object): Ranker {
  const index = new MiniSearch({ fields: ['path', 'text'], searchOptions })
  index.addAll(documentsOf(pages))
  return (query) => index.search(query).map(({ id }) => id)
}

function documentsOf(pages: readonly Entry[]) {
  return pages.map(({ url, title = '', texts = [], parts = '', description = '' }) => ({
    id: url,
    path: decodeURIComponent(new URL(url).pathname).replace(/\.html?$/, ''),
    text: [title, ...texts, parts, description].filter(Boolean).join(' '),
  }))
}
