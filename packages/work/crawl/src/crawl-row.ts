import type { CrawlPause } from '@gleaner/contracts'
import { LIMITS } from '@gleaner/contracts/limits'
import { hasCome, type Queryable } from '@gleaner/db'
import type { CrawlOptions } from './options.ts'

/** A crawl as its driver works on it, its row locked. */
export interface CrawlRow {
  id: string
  accountId: string
  url: string
  options: CrawlOptions
  secrets: Buffer | null
  phase: 'discovering' | 'running' | 'ended'
  pausedReason: CrawlPause | null
  maxPages: number
  maxCreditsMicros: bigint | null
  maxConcurrency: number
  delayMs: number
  discovered: number
  waiting: number
  /** URLs that were left out, by reason. */
  skipped: Record<string, number>
  version: number
  /** It has been there for as long as any crawl may. */
  isOver: boolean
}

/**
 * Locks a crawl that runs, for the caller's transaction; undefined when somebody else works on it, or it has ended. The mode lets rows of
 * other tables refer to it meanwhile.
 */
export async function lockCrawl(sql: Queryable, id: string, wait = false): Promise<CrawlRow | undefined> {
  const { rows } = await sql.query<CrawlRow>({
    name: `lock-crawl${wait ? '-waiting' : ''}`,
    text: `
      SELECT id, account_id AS "accountId", url, options, secrets, phase, paused_reason AS "pausedReason", max_pages AS "maxPages",
             max_credits_micros AS "maxCreditsMicros", max_concurrency AS "maxConcurrency", delay_ms AS "delayMs", discovered, waiting,
             skipped, version, ${hasCome(`created_at + ${LIMITS.crawlMs} * interval '1 millisecond'`)} AS "isOver"
      FROM crawl WHERE id = $1 AND phase <> 'ended' FOR NO KEY UPDATE ${wait ? '' : 'SKIP LOCKED'}`,
    values: [id],
  })
  return rows[0]
}

/** What its batch says of a crawl's items. */
export interface CrawlBatch {
  apiKeyId: string | null
  test: boolean
  total: number
  succeeded: number
  failed: number
  cancelled: number
  costMicros: bigint
  /** The address that is told of the crawl, and what it was sent with. */
  webhookUrl: string | null
  metadata: unknown
}

/** Only a driver that holds the crawl's row adds items, so `total` stays; the other counts grow while it works. */
export async function readCrawlBatch(sql: Queryable, id: string): Promise<CrawlBatch> {
  const { rows } = await sql.query<CrawlBatch>({
    name: 'read-crawl-batch',
    text: `SELECT api_key_id AS "apiKeyId", test, total, succeeded, failed, cancelled, cost_micros AS "costMicros", webhook_url AS "webhookUrl", metadata FROM batch WHERE id = $1`,
    values: [id],
  })
  return rows[0]!
}

/** Items that have not ended. */
export function openItems({ total, succeeded, failed, cancelled }: CrawlBatch): number {
  return total - succeeded - failed - cancelled
}
