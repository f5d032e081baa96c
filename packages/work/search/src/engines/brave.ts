import type { TimeRange } from '@gleaner/contracts'
import { askEngine, field, list } from './ask-engine.ts'
import { cleanResults, type RawResult } from './clean-results.ts'
import { EngineFailed, type EngineQuery, type SearchEngine, withSite } from './engine.ts'

/** Of Brave's web search API: results of one answer, and the last page (`offset`) that it gives. */
const MOST_RESULTS = 20
const LAST_OFFSET = 9

/** Brave's names of how old a page may be; an hour is not among them. */
const FRESHNESS: Record<TimeRange, string> = { hour: 'pd', day: 'pd', week: 'pw', month: 'pm', year: 'py' }

const REMEDIES = {
  401: 'the operator sets a valid BRAVE_API_KEY.',
  403: 'the operator sets a BRAVE_API_KEY whose plan allows web searches.',
  422: 'it did not accept the request: leave country and language out, or ask for less.',
  429: 'the plan of this server at Brave is used up for now; try again later.',
}

export interface BraveSettings {
  /** Of the API, e.g. `https://api.search.brave.com/res/v1`. */
  url: string
  apiKey: string
  timeoutMs: number
}

/** Brave's web search API. */
export function createBrave({ url, apiKey, timeoutMs }: BraveSettings): SearchEngine {
  const headers = { 'x-subscription-token': apiKey, 'accept-encoding': 'identity' }
  return {
    name: 'brave',
    async search(query, _accountId, signal) {
      const until = Date.now() + timeoutMs
      const { count, offset, skip } = firstPage(query)
      const raw: RawResult[] = []
      for (let page = offset; page <= LAST_OFFSET && raw.length < skip + query.numResults; page++) {
        const asked = await askEngine({
          engine: 'Brave',
          url: pageUrl(url, query, { count, offset: page }),
          headers,
          timeoutMs: Math.max(1, until - Date.now()),
          signal,
          remedies: REMEDIES,
        }).catch((error: unknown) => {
          // What has been found stands when a later page fails.
          if (page === offset || !(error instanceof EngineFailed)) throw error
        })
        if (!asked) break
        raw.push(...list(asked.body, 'web', 'results').map(toRaw))
        if (field(asked.body, 'query', 'more_results_available') !== true) break
      }
      return {
        results: cleanResults(raw.slice(skip, skip + query.numResults)),
        warnings: warningsOf(query, offset),
      }
    },
  }
}

/** Pages as large as the caller's where Brave has them; else its largest, from the one on where the caller's begins. */
function firstPage({ page, numResults }: EngineQuery): { count: number; offset: number; skip: number } {
  if (numResults <= MOST_RESULTS) return { count: numResults, offset: page - 1, skip: 0 }
  const start = (page - 1) * numResults
  return { count: MOST_RESULTS, offset: Math.floor(start / MOST_RESULTS), skip: start % MOST_RESULTS }
}

function pageUrl(
  base: string,
  query: EngineQuery,
  { count, offset }: { count: number; offset: number },
): URL {
  const url = new URL(`${base.replace(/\/+$/, '')}/web/search`)
  const { country, language, timeRange, safeSearch } = query
  url.search = new URLSearchParams({
    q: withSite(query),
    count: String(count),
    offset: String(offset),
    result_filter: 'web',
    text_decorations: 'false',
    ...(country && { country }),
    ...(language && { search_lang: searchLanguage(language) }),
    ...(timeRange && { freshness: FRESHNESS[timeRange] }),
    ...(safeSearch !== undefined && { safesearch: safeSearch ? 'strict' : 'off' }),
  }).toString()
  return url
}

/** Brave's codes are ISO 639-1, but for these. */
const SEARCH_LANGUAGES: Record<string, string> = {
  ja: 'jp',
  pt: 'pt-pt',
  'pt-br': 'pt-br',
  zh: 'zh-hans',
  'zh-tw': 'zh-hant',
  'zh-hk': 'zh-hant',
  'en-gb': 'en-gb',
  no: 'nb',
}

function searchLanguage(language: string): string {
  const tag = language.toLowerCase()
  const [primary] = tag.split('-') as [string]
  return SEARCH_LANGUAGES[tag] ?? SEARCH_LANGUAGES[primary] ?? primary
}

function toRaw(result: unknown): RawResult {
  return {
    url: field(result, 'url'),
    title: field(result, 'title'),
    snippet: field(result, 'description'),
    publishedAt: field(result, 'page_age'),
  }
}

function warningsOf({ timeRange }: EngineQuery, offset: number): string[] {
  return [
    ...(timeRange === 'hour' ? ['Brave knows no "hour": these are results of the last day.'] : []),
    ...(offset > LAST_OFFSET ? ['Brave gives no results this far down; ask for an earlier page.'] : []),
  ]
}
