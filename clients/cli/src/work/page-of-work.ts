import type { Gleaner, Schemas } from '@gleaner/sdk'
import type { Source } from './follow-items.ts'

/** A page of a batch or crawl, once it has ended. */
export interface PageOfWork {
  jobId: string
  url: string
  status: 'succeeded' | 'failed' | 'cancelled' | 'pending'
  externalId: string | undefined
  result: Schemas['ScrapeResult'] | undefined
  error: string | undefined
  errorCode: string | undefined
  /** As the service has sent it. */
  whole: object
}

export function pagesOfBatch(client: Gleaner, batchId: string, signal: AbortSignal): Source<PageOfWork> {
  return {
    ...COMMON,
    events: () => client.batches.stream(batchId, {}, { signal }) as AsyncIterable<never>,
    async *read(offset, limit) {
      for await (const job of client.batches.read(batchId, { offset, limit }, { signal }))
        yield pageOf({ ...job, job_id: job.id })
    },
  }
}

export function pagesOfCrawl(client: Gleaner, crawlId: string, signal: AbortSignal): Source<PageOfWork> {
  return {
    ...COMMON,
    events: () => client.crawls.stream(crawlId, {}, { signal }) as AsyncIterable<never>,
    async *read(offset, limit) {
      for await (const page of client.crawls.read(crawlId, { offset, limit }, { signal })) yield pageOf(page)
    },
  }
}

const COMMON = {
  idOf: ({ jobId }: PageOfWork) => jobId,
  isOver: ({ status }: PageOfWork) => status !== 'pending',
}

/** The states of jobs and of pages in the same words. */
const STATES: Record<string, PageOfWork['status']> = {
  completed: 'succeeded',
  succeeded: 'succeeded',
  failed: 'failed',
  cancelled: 'cancelled',
}

function pageOf(
  of: Pick<Schemas['CrawlPage'], 'job_id' | 'url' | 'result' | 'error' | 'error_code' | 'external_id'> & {
    status: string
  },
): PageOfWork {
  return {
    jobId: of.job_id,
    url: of.url,
    status: of.error_code === 'CANCELLED' ? 'cancelled' : (STATES[of.status] ?? 'pending'),
    externalId: of.external_id,
    result: of.result,
    error: of.error,
    errorCode: of.error_code,
    whole: of,
  }
}
