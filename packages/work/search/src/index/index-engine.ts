import { setImmediate as turn } from 'node:timers/promises'
import type { TimeRange } from '@gleaner/contracts'
import type { Pool } from '@gleaner/db'
import { openPlaces } from '@gleaner/queue/work'
import { DAY_MS, HOUR_MS } from '@gleaner/runtime/units'
import type { EngineQuery, EngineResult, SearchEngine } from '../engines/engine.ts'
import { primaryOf } from '../terms/text-configs.ts'
import type { FoundDocument } from './find-documents.ts'
import { countWaiting, followPages, openIndex } from './follow-pages.ts'
import { areAlike, type Sketch, sketchOf } from './near-duplicates.ts'
import { type IndexAnswer, searchIndex } from './search-index.ts'
import { beginningOf, snippetOf } from './snippet.ts'
import { wordsWanted } from './words-wanted.ts'

/** How long a search waits until the pages that were scraped before it are in the index. */
const CATCH_UP_MS = 3_000
const MOST_WAITING = 10_000
/** So many more are found than are shown, as some are the same in other words. */
const SPARE = 20
/** Of a text, to compare it with others. */
const COMPARED_CHARS = 4_000

const RANGE_MS: Record<TimeRange, number> = {
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 31 * DAY_MS,
  year: 366 * DAY_MS,
}

/** The built-in engine: full text over the pages that the account has scraped itself, for as long as their results are kept. */
export function createIndexEngine(pool: Pool): SearchEngine {
  const places = openPlaces('search-index')
  return {
    name: 'index',
    async search(query, accountId, signal) {
      using _place = await places.acquire(accountId, signal)
      const isCurrent = await catchUp(pool, accountId, signal)
      const { page, numResults, domain, timeRange } = query
      const answer = await searchIndex(pool, {
        accountId,
        query: query.query,
        limit: page * numResults + SPARE,
        sites: domain === undefined ? [] : [domain],
        language: primaryOf(query.language),
        since: timeRange && new Date(Date.now() - RANGE_MS[timeRange]),
      })
      const different = await withoutDuplicates(pool, answer.found)
      const shown = different.slice((page - 1) * numResults, page * numResults)
      const pagesWaiting = isCurrent ? 0 : await countWaiting(pool, accountId, MOST_WAITING)
      return {
        results: await present(pool, shown, answer),
        pagesWaiting,
        warnings: warningsOf(query, pagesWaiting),
      }
    },
  }
}

/** Reads what the account has scraped since into its index, as far as that can be waited for; false where some of it is left. */
async function catchUp(pool: Pool, accountId: string, signal: AbortSignal): Promise<boolean> {
  await openIndex(pool, accountId)
  const until = Date.now() + CATCH_UP_MS
  while (Date.now() < until) {
    if ((await followPages(pool, accountId, true)) === 0) return true
    signal.throwIfAborted()
    await turn()
  }
  return false
}

/** Of pages that say the same, the best one. */
async function withoutDuplicates(pool: Pool, found: readonly FoundDocument[]): Promise<FoundDocument[]> {
  const { rows } = await pool.query<{ jobId: string; text: string }>({
    name: 'read-search-texts',
    text: `SELECT job_id AS "jobId", left(body, ${COMPARED_CHARS}) AS text FROM search_document WHERE job_id = ANY($1)`,
    values: [found.map(({ jobId }) => jobId)],
  })
  const texts = new Map(rows.map(({ jobId, text }) => [jobId, text]))
  const kept: { document: FoundDocument; sketch: Sketch | undefined }[] = []
  for (const [index, document] of found.entries()) {
    const text = texts.get(document.jobId)
    const sketch = text ? sketchOf(text) : undefined
    if (!sketch || !kept.some((other) => other.sketch && areAlike(other.sketch, sketch)))
      kept.push({ document, sketch })
    if (index % 10 === 9) await turn()
  }
  return kept.map(({ document }) => document)
}

interface Shown {
  description: string
  body: string
  publishedAt: string | null
}

async function present(
  pool: Pool,
  documents: readonly FoundDocument[],
  { compiled }: IndexAnswer,
): Promise<EngineResult[]> {
  const isWanted = wordsWanted(compiled)
  const results: EngineResult[] = []
  for (const { jobId, url, title } of documents) {
    const { rows } = await pool.query<Shown>({
      name: 'read-search-result',
      text: 'SELECT description, body, published_at AS "publishedAt" FROM search_document WHERE job_id = $1',
      values: [jobId],
    })
    const [shown] = rows
    if (!shown) continue
    const { body, description, publishedAt } = shown
    const snippet = snippetOf(body, isWanted) ?? beginningOf(description || body)
    results.push({ url, title: title || url, snippet, publishedAt: publishedAt ?? undefined })
  }
  return results
}

function warningsOf({ country, safeSearch }: EngineQuery, pagesWaiting: number): string[] {
  const waiting = pagesWaiting >= MOST_WAITING ? `${MOST_WAITING} or more` : pagesWaiting
  return [
    ...(pagesWaiting > 0
      ? [
          `${waiting} pages that were scraped are not in the index yet; repeat the search in a while to search them too.`,
        ]
      : []),
    ...(country === undefined
      ? []
      : ['country has no effect with the built-in index: use domain or language.']),
    ...(safeSearch
      ? ['safe_search has no effect with the built-in index: it has only pages that you have scraped.']
      : []),
  ]
}
