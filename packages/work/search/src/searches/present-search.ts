import { readInlineResults, readItems } from '@gleaner/batches'
import { toCredits } from '@gleaner/billing'
import {
  API_ROOT,
  type BatchItemStatusReply,
  type ScrapeResult,
  type Search,
  type SearchResult,
  toSearchId,
} from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import { nextTurn } from '@gleaner/runtime/fair-turns'
import type { SearchRow } from './read-search.ts'
import type { StoredResult } from './stored-search.ts'

/**
 * A search as its reply and GET /search/{search_id} show it, with what its results have given so far, as JSON in pieces: up to 4 MB of stored
 * pages are read and written one at a time, between which others have their turn of the event loop.
 */
export async function* presentSearch(db: Queryable, row: SearchRow): AsyncGenerator<string, void, undefined> {
  const { results, ...search } = await readSearchReply(db, row)
  yield `${JSON.stringify(search).slice(0, -1)},"results":[`
  for (const [index, result] of results.entries()) {
    yield (index === 0 ? '' : ',') + JSON.stringify(result())
    await nextTurn()
  }
  yield ']}'
}

type LateResults = Omit<Search, 'results'> & { results: (() => SearchResult)[] }

async function readSearchReply(db: Queryable, row: SearchRow): Promise<LateResults> {
  const { id, answer, createdAt, isScraping } = row
  const { query, labels, engine, page, resultsRequested, featuredSnippet, pagesWaiting, warnings } = answer
  const searchId = toSearchId(id)
  const scraped = row.total === null ? undefined : await readScraped(db, id)
  const first = (page - 1) * resultsRequested + 1
  return {
    search_id: searchId,
    status: isScraping ? 'scraping' : 'completed',
    ...labels,
    query,
    engine,
    page,
    results_requested: resultsRequested,
    results_count: answer.results.length,
    results: answer.results.map((result, index) => () => presentResult(result, first + index, scraped)),
    ...(featuredSnippet !== undefined && { featured_snippet: { content: featuredSnippet } }),
    ...presentCosts(row),
    ...presentCounts(row),
    ...(pagesWaiting !== undefined && { pages_waiting: pagesWaiting }),
    ...(warnings.length > 0 && { warnings }),
    created_at: createdAt.toISOString(),
    ...(isScraping && { poll_url: `${API_ROOT}/search/${searchId}` }),
  }
}

interface Scraped {
  items: ReadonlyMap<string, BatchItemStatusReply>
  /** As many as come to 4 MB. */
  results: ReadonlyMap<string, string>
}

async function readScraped(db: Queryable, id: string): Promise<Scraped> {
  const [items, results] = await Promise.all([readItems(db, id), readInlineResults(db, id)])
  return { items: new Map(items.map((item) => [item.job_id, item])), results }
}

function presentResult(
  { title, url, snippet, publishedAt, jobId, refusal }: StoredResult,
  position: number,
  scraped: Scraped | undefined,
): SearchResult {
  const found = {
    position,
    title,
    url,
    snippet,
    ...(publishedAt !== undefined && { date_published: publishedAt }),
  }
  if (refusal)
    return { ...found, scrape: { status: 'failed', error: refusal.message, error_code: refusal.code } }
  const item = jobId === undefined ? undefined : scraped?.items.get(jobId)
  if (!item) return found
  const { url: _, result: __, ...scrape } = item
  const text = scraped!.results.get(item.job_id)
  return { ...found, scrape, ...(text !== undefined && contentOf(text)) }
}

function contentOf(text: string): Pick<SearchResult, 'content' | 'filtered_content'> {
  const { content, filtered_content } = JSON.parse(text) as ScrapeResult
  return {
    ...(typeof content === 'object' && { content }),
    ...(filtered_content && { filtered_content }),
  }
}

function presentCosts({
  costMicros,
  scrapedMicros,
}: SearchRow): Pick<Search, 'credits_used' | 'cost_breakdown'> {
  const scraped = scrapedMicros ?? 0
  return {
    credits_used: toCredits(costMicros + scraped),
    cost_breakdown: {
      search_credits: toCredits(costMicros),
      scrape_credits: toCredits(scraped),
      total_microcents: costMicros + scraped,
    },
  }
}

function presentCounts({ total, succeeded, failed, cancelled }: SearchRow): Pick<Search, 'scrapes'> {
  if (total === null) return {}
  const counts = { total, completed: succeeded ?? 0, failed: failed ?? 0, cancelled: cancelled ?? 0 }
  return { scrapes: { ...counts, pending: total - counts.completed - counts.failed - counts.cancelled } }
}
