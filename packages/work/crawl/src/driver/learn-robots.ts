import { type CrawlRef, changeCrawl } from './change-crawl.ts'
import type { DriverContext } from './context.ts'
import { hostOf } from './gather.ts'
import { noteRobots, rulesOf } from './memory.ts'

/** Reads the robots.txt of the host of a page, and notes it in the crawl. */
export async function learnRobots(
  ctx: DriverContext,
  ref: CrawlRef,
  pageUrl: string,
  signal: AbortSignal,
): Promise<void> {
  const { policy } = await ctx.site.readRobots(pageUrl, { signal })
  // A reading that broke off says that nothing may be asked.
  signal.throwIfAborted()
  await changeCrawl(ctx, ref, signal, async (_sql, _crawl, memory) => {
    noteRobots(memory, hostOf(pageUrl), rulesOf(policy))
  })
}
