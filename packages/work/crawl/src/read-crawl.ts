import type { BatchRow } from '@gleaner/batches'
import { BATCH_COLUMNS } from '@gleaner/batches'
import type { CrawlEndReason, CrawlPause } from '@gleaner/contracts'
import { LIMITS } from '@gleaner/contracts/limits'
import type { Queryable } from '@gleaner/db'
import type { LeftOut } from './left-out.ts'

/** A crawl and its batch, as a list shows them. */
export interface CrawlSummary extends BatchRow {
  url: string
  phase: 'discovering' | 'running' | 'ended'
  endReason: CrawlEndReason | null
  pausedReason: CrawlPause | null
  maxPages: number
  discovered: number
  /** Pages of its frontier that wait. */
  waiting: number
}

/** The same with what a list does not show, and may be large. */
export interface CrawlReading extends CrawlSummary {
  skipped: Record<string, number>
  traps: unknown
  site: Record<string, unknown>
}

export const CRAWL_COLUMNS = `${BATCH_COLUMNS}, crawl.url, crawl.phase, crawl.end_reason AS "endReason", crawl.paused_reason AS "pausedReason",
  crawl.max_pages AS "maxPages", crawl.discovered, crawl.waiting`

const NOTES = 'crawl.skipped, crawl.traps, crawl.site'

/** A crawl with addresses of the site that are no pages of it. */
export type CrawlWithAddresses = CrawlReading & {
  leftOut: LeftOut
  /** Those whose turn comes next. */
  waitingUrls: string[]
}

/** A crawl of `accountId`; one of somebody else is unknown. */
export async function readCrawl(
  db: Queryable,
  accountId: string,
  crawlId: string,
): Promise<CrawlWithAddresses | undefined> {
  const { rows } = await db.query<CrawlWithAddresses>({
    name: 'read-crawl',
    text: `SELECT ${CRAWL_COLUMNS}, ${NOTES}, crawl.left_out AS "leftOut",
                  CASE WHEN crawl.phase = 'ended' THEN '{}'::text[] ELSE ARRAY(
                    SELECT page.url FROM crawl_page AS page WHERE page.crawl_id = crawl.id AND page.state = 'waiting'
                    ORDER BY page.depth, page.seq LIMIT $3) END AS "waitingUrls"
           FROM crawl JOIN batch ON batch.id = crawl.id WHERE crawl.id = $1 AND crawl.account_id = $2`,
    values: [crawlId, accountId, LIMITS.crawlWaiting],
  })
  return rows[0]
}

/** Crawls of any accounts, by their ids. */
export async function readCrawls(db: Queryable, ids: readonly string[]): Promise<CrawlReading[]> {
  const { rows } = await db.query<CrawlReading>({
    name: 'read-crawls',
    text: `SELECT ${CRAWL_COLUMNS}, ${NOTES} FROM crawl JOIN batch ON batch.id = crawl.id WHERE crawl.id = ANY($1)`,
    values: [ids],
  })
  return rows
}
