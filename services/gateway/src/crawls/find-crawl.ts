import { ApiError, type Crawl, isUuid } from '@gleaner/contracts'
import { type CrawlWithAddresses as FoundCrawl, presentCrawl, readCrawl } from '@gleaner/crawl'
import type { Context } from '../context.ts'

export type { FoundCrawl }

/** The crawl that a request names. One of another account is as unknown as one that never was. */
export async function findCrawl(
  { jobs }: Pick<Context, 'jobs'>,
  accountId: string,
  crawlId: string,
): Promise<FoundCrawl> {
  const row = isUuid(crawlId) && (await readCrawl(jobs.pool, accountId, crawlId.toLowerCase()))
  if (!row) throw new ApiError('NOT_FOUND', 'There is no such crawl in this account.')
  return row
}

/** A crawl without its pages, with addresses that it has left out, and some that wait. */
export function showCrawl(row: FoundCrawl): Crawl {
  return { ...presentCrawl(row), left_out: row.leftOut, waiting: row.waitingUrls }
}
