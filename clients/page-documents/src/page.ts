import type { Schemas } from '@gleaner/sdk'

type ScrapeResult = Schemas['ScrapeResult']

/** What is known of a page, beside its text. What is not known is not there: vector stores refuse null. */
export interface PageMetadata {
  /** Where the page was found in the end. */
  source: string
  title?: string
  description?: string
  author?: string
  published_at?: string
  /** HTTP status of the page. */
  status_code?: number
  job_id?: string
  /** What the page has cost; nothing where it came from the cache. */
  credits?: number
  /** Of a crawl: links from the start page. */
  depth?: number
  /** Of a search: its place among the results, from 1. */
  position?: number
  /** The fields of `extraction_schema`, where there was one. */
  data?: unknown
  [name: string]: unknown
}

export interface ScrapedPage {
  /** The page in the format that was asked for. */
  text: string
  metadata: PageMetadata
}

/** A page of many that could not be had. */
export interface PageFailure {
  url: string
  message: string
  /** As the API's table of errors has it. */
  code?: string
  jobId?: string
}

/** The formats that are text, as a document is. */
export type TextFormat = 'markdown' | 'text' | 'html'

export function pageOf(
  result: ScrapeResult,
  format: TextFormat,
  more: Partial<PageMetadata> = {},
): ScrapedPage {
  const { content, title, author, published_at, status_code, job_id, billing, metadata } = result
  const text = typeof content === 'string' ? content : content[format]
  return {
    text: typeof text === 'string' ? text : '',
    metadata: known({
      source: result.final_url,
      title,
      description: metadata.description,
      author,
      published_at,
      status_code,
      job_id,
      credits: billing.total_credits,
      data: result.extraction_result ?? result.filtered_content,
      ...more,
    }),
  }
}

/** Only what has a value. */
export function known(metadata: Record<string, unknown>): PageMetadata {
  const entries = Object.entries(metadata).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(entries) as PageMetadata
}
