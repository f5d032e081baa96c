import { limitExceeded, readFunds, toCredits } from '@gleaner/billing'
import type { CrawlPause } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import type { Plan } from '@gleaner/jobs'
import { type CrawlBatch, type CrawlRow, openItems } from '../crawl-row.ts'
import type { StoppedBy } from './room-for-items.ts'

/** What is left of `max_credits` when every open item costs as much as it may; undefined without that limit. */
export async function leftToSpend(
  sql: Queryable,
  crawl: CrawlRow,
  line: string,
  readBatch: () => Promise<CrawlBatch>,
): Promise<{ batch: CrawlBatch; leftMicros: number | undefined }> {
  if (crawl.maxCreditsMicros === null) return { batch: await readBatch(), leftMicros: undefined }
  // In this order: an item that ends in between is counted twice, not left out.
  const openMicros = await dearestOfOpen(sql, crawl.accountId, line)
  const batch = await readBatch()
  return { batch, leftMicros: Number(crawl.maxCreditsMicros - batch.costMicros) - openMicros }
}

async function dearestOfOpen(sql: Queryable, accountId: string, line: string): Promise<number> {
  const { rows } = await sql.query<{ micros: number }>({
    name: 'dearest-of-open-items',
    text: `
      SELECT COALESCE(sum((plan->'steps'->-1->>'priceMicros')::bigint), 0)::float8 AS micros FROM job
      WHERE account_id = $1 AND COALESCE(line, host) = $2 AND batch_id IS NOT NULL AND finished_at IS NULL
        AND (queued_at IS NULL OR queued_at IS NOT NULL)`,
    values: [accountId, line],
  })
  return rows[0]!.micros
}

/** Price of the dearest way that a plan allows. */
export function dearestOf({ steps }: Plan): number {
  return Math.max(...steps.map(({ priceMicros }) => priceMicros))
}

/** `max_credits` of an item that may cost all that is left. */
export function capOf(leftMicros: number): number {
  return toCredits(leftMicros)
}

/** Why nothing of a crawl goes on at the moment, although it made no item; null when something does, or may. */
export async function whyPaused(
  sql: Queryable,
  { accountId }: CrawlRow,
  batch: CrawlBatch,
  stoppedBy: StoppedBy,
  line: string,
): Promise<CrawlPause | null> {
  if (openItems(batch) === 0) return stoppedBy === 'webhooks' ? 'waiting_webhooks' : null
  const { rows } = await sql.query<{ micros: number | null; underWay: boolean }>({
    name: 'next-price-of-line',
    text: `
      SELECT (SELECT (plan->'steps'->0->>'priceMicros')::float8 FROM job
              WHERE account_id = $1 AND COALESCE(line, host) = $2 AND finished_at IS NULL AND queued_at IS NULL ORDER BY id LIMIT 1) AS micros,
             EXISTS (SELECT FROM job WHERE account_id = $1 AND COALESCE(line, host) = $2 AND finished_at IS NULL AND queued_at IS NOT NULL
                       AND batch_id IS NOT NULL) AS "underWay"`,
    values: [accountId, line],
  })
  const { micros, underWay } = rows[0]!
  if (micros === null || underWay) return null
  const { availableMicros, limits } = await readFunds(sql, accountId, batch.apiKeyId)
  if (availableMicros < micros) return 'insufficient_balance'
  return limitExceeded(limits, accountId, micros, new Date()) ? 'spend_limit' : null
}
