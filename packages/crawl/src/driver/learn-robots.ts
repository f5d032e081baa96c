import { transaction } from '@gleaner/db'
import { lockCrawl } from '../crawl-row.ts'
import type { DriverContext } from './context.ts'
import { hostOf } from './gather.ts'
import { noteRobots, recall } from './memory.ts'
import { saveCrawl } from './save.ts'

/** Reads the robots.txt of the host of a page, and notes it in the crawl. */
export async function learnRobots(
  { jobs, site }: DriverContext,
  crawlId: string,
  pageUrl: string,
  signal: AbortSignal,
): Promise<void> {
  const rules = await site.robots(pageUrl, signal)
  await transaction(jobs.pool, async (sql) => {
    const crawl = await lockCrawl(sql, crawlId, true)
    if (!crawl) return
    const memory = await recall(sql, crawl)
    noteRobots(memory, hostOf(pageUrl), rules)
    await saveCrawl(sql, crawl, memory)
  })
}
