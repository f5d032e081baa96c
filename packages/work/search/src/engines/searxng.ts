import type { TimeRange } from '@gleaner/contracts'
import { askEngine, field, list } from './ask-engine.ts'
import { cleanResults, cleanText, type RawResult } from './clean-results.ts'
import { EngineFailed, type EngineQuery, type SearchEngine, withSite } from './engine.ts'

/** Its pages are of no certain size, so that they are read from the first one on; more bring nothing new with most engines. */
const MOST_PAGES = 8
const MOST_NAMED = 5

/** SearXNG's names of how old a page may be (its search API); an hour is not among them. */
const TIME_RANGES: Record<TimeRange, string> = {
  hour: 'day',
  day: 'day',
  week: 'week',
  month: 'month',
  year: 'year',
}

const REMEDIES = {
  403: 'its JSON answers are switched off: the operator adds "json" to search.formats in its settings.yml.',
  429: 'it limits how often it may be asked; try again later. The operator may switch its limiter off for this server.',
}

/** A SearXNG by its JSON API. `url`: its address, as the operator has set it. */
export function createSearxng({ url, timeoutMs }: { url: string; timeoutMs: number }): SearchEngine {
  return {
    name: 'searxng',
    async search(query, _accountId, signal) {
      const until = Date.now() + timeoutMs
      const wanted = query.page * query.numResults
      const raw: RawResult[] = []
      const failing = new Map<string, string>()
      let featuredSnippet: string | undefined
      let results = cleanResults(raw)
      for (let page = 1; page <= MOST_PAGES && results.length < wanted; page++) {
        const question = { engine: 'SearXNG', url: pageUrl(url, query, page), signal, remedies: REMEDIES }
        // What has been found stands when a later page fails.
        const asked = await askEngine({ ...question, timeoutMs: Math.max(1, until - Date.now()) }).catch(
          (error: unknown) => {
            if (page === 1 || !(error instanceof EngineFailed)) throw error
          },
        )
        if (!asked) break
        const known = results.length
        for (const [name, reason] of list(asked.body, 'unresponsive_engines').filter(Array.isArray))
          failing.set(cleanText(name, 60), cleanText(reason, 100))
        featuredSnippet ??= answerOf(asked.body)
        raw.push(...list(asked.body, 'results').map(toRaw))
        results = cleanResults(raw)
        if (results.length === known) break
      }
      if (results.length === 0 && failing.size > 0)
        throw new EngineFailed(
          `None of the engines behind SearXNG answered (${listFailing(failing)}); try again later.`,
        )
      return {
        results: results.slice(wanted - query.numResults, wanted),
        featuredSnippet: featuredSnippet || undefined,
        warnings: warningsOf(query, failing),
      }
    },
  }
}

function pageUrl(base: string, query: EngineQuery, page: number): URL {
  const url = new URL(`${base.replace(/\/+$/, '')}/search`)
  const { language, country, timeRange, safeSearch } = query
  const [tongue, region = country] = language?.split('-') ?? []
  url.search = new URLSearchParams({
    q: withSite(query),
    format: 'json',
    categories: 'general',
    pageno: String(page),
    ...(tongue !== undefined && { language: region ? `${tongue}-${region.toUpperCase()}` : tongue }),
    ...(timeRange && { time_range: TIME_RANGES[timeRange] }),
    ...(safeSearch !== undefined && { safesearch: safeSearch ? '2' : '0' }),
  }).toString()
  return url
}

function toRaw(result: unknown): RawResult {
  return {
    url: field(result, 'url'),
    title: field(result, 'title'),
    snippet: field(result, 'content'),
    publishedAt: field(result, 'publishedDate'),
  }
}

/** Older versions give texts, newer ones objects. */
function answerOf(body: unknown): string | undefined {
  const [answer] = list(body, 'answers')
  return cleanText(typeof answer === 'string' ? answer : field(answer, 'answer'), 1_000) || undefined
}

function warningsOf(
  { timeRange, country, language }: EngineQuery,
  failing: ReadonlyMap<string, string>,
): string[] {
  return [
    ...(failing.size > 0 ? [`Some engines behind SearXNG did not answer: ${listFailing(failing)}.`] : []),
    ...(timeRange === 'hour' ? ['SearXNG knows no "hour": these are results of the last day.'] : []),
    ...(country && !language ? ['country has no effect with SearXNG without a language.'] : []),
  ]
}

function listFailing(failing: ReadonlyMap<string, string>): string {
  const named = [...failing]
    .slice(0, MOST_NAMED)
    .map(([name, reason]) => (reason ? `${name}: ${reason}` : name))
  return named.join(', ') + (failing.size > MOST_NAMED ? ' and more' : '')
}
