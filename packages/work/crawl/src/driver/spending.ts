import { limitExceeded, readFunds, toCredits } from '@gleaner/billing'
import type { CrawlPause } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import type { Plan } from '@gleaner/jobs'
import { type CrawlBatch, type CrawlRow, openItems } from '../crawl-row.ts'
import type { CrawlBegins } from './memory.ts'
import type { StoppedBy } from './room-for-items.ts'

/** What is left of `max_credits` when every open item costs as much as it may; undefined without that limit. */
export async function leftToSpend(
  sql: Queryable,
  crawl: CrawlRow,
  line: string,
  begins: CrawlBegins,
  readBatch: () => Promise<CrawlBatch>,
): Promise<{ batch: CrawlBatch; leftMicros: number | undefined }> {
  if (crawl.maxCreditsMicros === null) return { batch: await readBatch(), leftMicros: undefined }
  // In this order: an item that ends in between is counted twice, not left out.
  const openMicros = await dearestOfOpen(sql, crawl.accountId, line, begins)
  const batch = await readBatch()
  return { batch, leftMicros: Number(crawl.maxCreditsMicros - batch.costMicros) - openMicros }
}

/** Notes in `begins` from where on the next one looks. */
async function dearestOfOpen(
  sql: Queryable,
  accountId: string,
  line: string,
  begins: CrawlBegins,
): Promise<number> {
  const { rows } = await sql.query<{ micros: number; waiting: string | null; underWay: string }>({
    name: 'dearest-of-open-items',
    text: `
      WITH waiting AS (
        SELECT id, ${DEAREST} AS micros FROM job WHERE ${WAITING} AND batch_id IS NOT NULL
      ), under_way AS (
        SELECT queued_at, ${DEAREST} AS micros FROM job WHERE ${UNDER_WAY}
      )
      SELECT (SELECT COALESCE(sum(micros), 0) FROM (SELECT micros FROM waiting UNION ALL SELECT micros FROM under_way) AS open)::float8 AS micros,
             (SELECT id FROM waiting ORDER BY id LIMIT 1) AS waiting,
             (LEAST((SELECT min(queued_at) FROM under_way), now()) - interval '1 minute')::text AS "underWay"`,
    values: [accountId, line, begins.waiting, begins.underWay],
  })
  const { micros, waiting, underWay } = rows[0]!
  begins.waiting = waiting ?? begins.waiting
  begins.underWay = underWay
  return micros
}

const DEAREST = "(plan->'steps'->-1->>'priceMicros')::bigint"

/** SQL conditions on jobs of account $1 in line $2, from where on there are some: $3 and $4. */
const WAITING =
  'account_id = $1 AND COALESCE(line, host) = $2 AND finished_at IS NULL AND queued_at IS NULL AND id >= $3::uuid'
const UNDER_WAY =
  'account_id = $1 AND COALESCE(line, host) = $2 AND finished_at IS NULL AND queued_at >= $4::timestamptz AND batch_id IS NOT NULL'

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
  begins: CrawlBegins,
): Promise<CrawlPause | null> {
  if (openItems(batch) === 0) return stoppedBy === 'webhooks' ? 'waiting_webhooks' : null
  const { rows } = await sql.query<{ micros: number | null; underWay: boolean }>({
    name: 'next-price-of-line',
    text: `
      SELECT (SELECT (plan->'steps'->0->>'priceMicros')::float8 FROM job
              WHERE ${WAITING} ORDER BY id LIMIT 1) AS micros,
             EXISTS (SELECT FROM job WHERE ${UNDER_WAY}) AS "underWay"`,
    values: [accountId, line, begins.waiting, begins.underWay],
  })
  const { micros, underWay } = rows[0]!
  if (micros === null || underWay) return null
  const { availableMicros, limits } = await readFunds(sql, accountId, batch.apiKeyId)
  if (availableMicros < micros) return 'insufficient_balance'
  return limitExceeded(limits, accountId, micros, new Date()) ? 'spend_limit' : null
}
