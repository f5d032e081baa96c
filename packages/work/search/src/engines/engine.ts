import type { SearchEngineName, TimeRange } from '@gleaner/contracts'

/** What an engine is asked. */
export interface EngineQuery {
  query: string
  /** The first is 1. */
  page: number
  numResults: number
  domain?: string | undefined
  /** ISO 3166-1 alpha-2. */
  country?: string | undefined
  /** ISO 639-1, perhaps with a region. */
  language?: string | undefined
  timeRange?: TimeRange | undefined
  safeSearch?: boolean | undefined
}

export interface EngineResult {
  url: string
  title: string
  snippet: string
  /** ISO 8601. */
  publishedAt?: string | undefined
}

export interface EngineAnswer {
  results: EngineResult[]
  /** A direct answer. */
  featuredSnippet?: string | undefined
  /** Of the built-in index: pages that it does not know yet. */
  pagesWaiting?: number | undefined
  /** What the caller should know of these results. */
  warnings: string[]
}

/** Who finds pages. */
export interface SearchEngine {
  name: SearchEngineName
  /** Throws EngineFailed; `accountId` is whose pages the built-in index searches. */
  search(query: EngineQuery, accountId: string, signal: AbortSignal): Promise<EngineAnswer>
}

/** The engine did not do its work. `message` says why and what helps, for the caller; nothing secret stands in it. */
export class EngineFailed extends Error {
  override name = 'EngineFailed'
}

/** The query with the domain before it, as web engines read it. */
export function withSite({ query, domain }: EngineQuery): string {
  return domain === undefined ? query : `site:${domain} ${query}`
}
