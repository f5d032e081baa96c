import type { Gleaner, Schemas } from '@gleaner/sdk'
import type { Inputs } from './inputs.ts'

export type PageResult = Schemas['ScrapeResult']

/** What has become of a page. */
export interface Page {
  url: string
  jobId: string
  title?: string
  credits?: number
  /** Why it could not be had. */
  error?: string
  /** Paths from the workspace on. */
  files: string[]
}

export type ReadPage = Omit<Page, 'files'> & { result?: PageResult }

export async function* readPages(
  gleaner: Gleaner,
  { source, fields }: Inputs,
  timeout: number,
): AsyncGenerator<ReadPage, void, undefined> {
  if ('urls' in source) {
    for await (const { id, url, status, error, result } of gleaner.batch(source.urls, fields, { timeout }))
      yield pageOf({ url, jobId: id, status, error, result })
  } else {
    const { crawl, maxPages } = source
    for await (const page of gleaner.crawl(crawl, { max_pages: maxPages, ...fields }, { timeout }))
      yield pageOf({ ...page, jobId: page.job_id })
  }
}

function pageOf(page: {
  url: string
  jobId: string
  status: string
  error?: string | undefined
  result?: PageResult | undefined
}): ReadPage {
  const { url, jobId, status, error, result } = page
  if (!result) return { url, jobId, error: error ?? `It is ${status}.` }
  const { title, billing } = result
  return { url, jobId, credits: billing.total_credits, result, ...(title !== undefined && { title }) }
}
