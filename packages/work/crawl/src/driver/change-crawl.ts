import { type Queryable, transaction } from '@gleaner/db'
import { inLineOf } from '@gleaner/runtime'
import { type CrawlRow, lockCrawl } from '../crawl-row.ts'
import type { DriverContext } from './context.ts'
import { type CrawlMemory, recall } from './memory.ts'
import { saveCrawl } from './save.ts'

/** The crawl has ended, or somebody else has done what was to be done. */
export class CrawlOver extends Error {
  override readonly name = 'CrawlOver'
}

/** Which crawl, and whose. */
export type CrawlRef = Pick<CrawlRow, 'id' | 'accountId'>

/**
 * Changes a crawl in a transaction of its own, beside the steps of its driver, in a place of its account: who waits for the crawl's row holds a
 * connection. Throws CrawlOver when it has ended.
 */
export async function changeCrawl<Result>(
  { jobs, places }: Pick<DriverContext, 'jobs' | 'places'>,
  { id, accountId }: CrawlRef,
  signal: AbortSignal,
  change: (sql: Queryable, crawl: CrawlRow, memory: CrawlMemory, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  return await places['crawl-step'].with(accountId, signal, (within) =>
    inLineOf(accountId, () =>
      transaction(jobs.pool, async (sql) => {
        const crawl = await lockCrawl(sql, id, true)
        if (!crawl) throw new CrawlOver()
        const memory = await recall(sql, crawl)
        const result = await change(sql, crawl, memory, within)
        await saveCrawl(sql, crawl, memory)
        return result
      }),
    ),
  )
}
