import type { SearchEngineName, SentLabels } from '@gleaner/contracts'

/** A result as it is stored, with the job that scrapes it. */
export interface StoredResult {
  title: string
  url: string
  snippet: string
  publishedAt?: string | undefined
  jobId?: string | undefined
  /** Why it was not scraped. */
  refusal?: { code: string; message: string } | undefined
}

/** What a search has found. */
export interface StoredAnswer {
  query: string
  /** What its caller calls it by. */
  labels?: SentLabels
  engine: SearchEngineName
  page: number
  resultsRequested: number
  results: StoredResult[]
  featuredSnippet?: string | undefined
  pagesWaiting?: number | undefined
  warnings: string[]
}
