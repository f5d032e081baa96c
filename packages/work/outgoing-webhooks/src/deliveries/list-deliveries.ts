import { uuidOfBatch, type WebhookDeliveryList, type WebhookDeliveryQuery } from '@gleaner/contracts'
import { LIMITS } from '@gleaner/contracts/limits'
import { momentOf } from '@gleaner/contracts/schemas/moment'
import type { Queryable } from '@gleaner/db'
import { type DeliveryRow, showDelivery, shownDeliveriesSql } from './show-delivery.ts'

const { lookedThrough } = LIMITS.webhookDeliveries

/** What narrows the deliveries of an account down by an index; else it is all of them, or those of an endpoint, a job, or a batch or crawl. */
const SOURCES = {
  account: 'account_id = $1',
  endpoint: 'account_id = $1 AND endpoint_id = $5',
  job: 'account_id = $1 AND job_id = $6',
  batch: 'account_id = $1 AND batch_id = $7',
} as const

type Source = keyof typeof SOURCES

/** Newest first: `$2` and `$3` say where a page begins, `$4` the earliest time. */
const fromDeliveriesOf = (source: Source) => `
    FROM webhook_delivery
    WHERE ${SOURCES[source]} AND created_at <= $2 AND (created_at < $2 OR id < $3) AND created_at >= $4
      AND ($5::uuid IS NULL OR endpoint_id = $5) AND ($6::uuid IS NULL OR job_id = $6)
      AND ($7::uuid IS NULL OR batch_id = $7)
    ORDER BY created_at DESC, id DESC`

const list = (source: Source) => `
  ${shownDeliveriesSql(`(SELECT * ${fromDeliveriesOf(source)} LIMIT ${lookedThrough})`)}
  WHERE ($8::text IS NULL OR d.state = $8) AND ($9::text IS NULL OR d.event = $9)
  ORDER BY d.created_at DESC, d.id DESC LIMIT $10`

/** The last one that was looked through, where there may be more. */
const lastSeen = (source: Source) =>
  `SELECT id, created_at ${fromDeliveriesOf(source)} OFFSET ${lookedThrough - 1} LIMIT 1`

/** A page of an account's deliveries. Its cursor is a place in the order of time, so that what is added or forgotten meanwhile shifts nothing. */
export async function listDeliveries(
  db: Queryable,
  accountId: string,
  query: WebhookDeliveryQuery,
): Promise<WebhookDeliveryList> {
  const { webhook_id, job_id, batch_id, crawl_id, status, event, limit } = query
  const batchId = batch_id === undefined ? crawl_id : uuidOfBatch(batch_id)
  if (batch_id !== undefined && (batchId === undefined || (crawl_id && crawl_id !== batchId)))
    return { deliveries: [], next_cursor: null }
  const source: Source = job_id ? 'job' : batchId ? 'batch' : webhook_id ? 'endpoint' : 'account'
  const start = startOf(query)
  const after = query.created_after ? momentOf(query.created_after) : new Date(0)
  const range = [accountId, start.time, start.id, after, webhook_id ?? null, job_id ?? null, batchId ?? null]
  const { rows } = await db.query<DeliveryRow>({
    name: `list-webhook-deliveries-${source}`,
    text: list(source),
    values: [...range, status ?? null, event ?? null, limit],
  })
  const deliveries = rows.map(showDelivery)
  if (rows.length === limit) return { deliveries, next_cursor: cursorOf(rows.at(-1)!) }
  const seen = await db.query<Place>({
    name: `last-seen-webhook-delivery-${source}`,
    text: lastSeen(source),
    values: range,
  })
  return { deliveries, next_cursor: seen.rows[0] ? cursorOf(seen.rows[0]) : null }
}

type Place = Pick<DeliveryRow, 'id' | 'created_at'>

/** Below every id, and above. */
const [FIRST_ID, LAST_ID] = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']
/** Later than any delivery. */
const LAST_TIME = new Date('9999-12-31T23:59:59.999Z')

function cursorOf({ id, created_at }: Place): string {
  return `${created_at.getTime()}_${id}`
}

/** Where a page begins: at its cursor, or at a time, whichever is earlier. */
function startOf({ cursor, created_before }: WebhookDeliveryQuery): { time: Date; id: string } {
  const [ms, id = LAST_ID] = cursor?.split('_') ?? []
  const asked = { time: ms === undefined ? LAST_TIME : new Date(Number(ms)), id }
  const bound = created_before ? momentOf(created_before) : LAST_TIME
  return bound <= asked.time ? { time: bound, id: FIRST_ID } : asked
}
