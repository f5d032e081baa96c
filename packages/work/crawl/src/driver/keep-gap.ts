import { sleep } from '@gleaner/runtime'
import type { CrawlRow } from '../crawl-row.ts'
import type { DriverContext } from './context.ts'
import { lineOf } from './make-item.ts'

/** Waits until a file beside the pages of a crawl may be asked for: its delay is between all that its site is asked. */
export async function keepGap(
  { lines }: Pick<DriverContext, 'lines'>,
  crawl: CrawlRow,
  signal: AbortSignal,
): Promise<void> {
  if (crawl.delayMs === 0) return
  // While Redis is away nobody else asks the site.
  await sleep(await lines.reserve(lineOf(crawl)).catch(() => crawl.delayMs), signal)
}
