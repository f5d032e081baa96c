import { ApiError, isUuid } from '@gleaner/contracts'
import { type CrawlReading, readCrawl } from '@gleaner/crawl'
import type { Context } from '../context.ts'

/** The crawl that a request names. One of another account is as unknown as one that never was. */
export async function findCrawl(
  { jobs }: Pick<Context, 'jobs'>,
  accountId: string,
  crawlId: string,
): Promise<CrawlReading> {
  const row = isUuid(crawlId) && (await readCrawl(jobs.pool, accountId, crawlId.toLowerCase()))
  if (!row) throw new ApiError('NOT_FOUND', 'There is no such crawl in this account.')
  return row
}
