import { toBatchId, type WebhookDelivery, type WebhookStats, type WebhookStatus } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import { webhookIdOf } from '../index.ts'

const RECENT = 20
/** What statistics are made of, so that they cost the same for an endpoint with millions of deliveries. */
const COUNTED = 1_000

type Row = Record<'created_at', Date> &
  Record<'ended_at' | 'next_attempt_at', Date | null> &
  Omit<WebhookDelivery, 'created_at' | 'ended_at' | 'next_attempt_at' | 'crawl_id'> & { kind: string | null }

/** The latest deliveries of an endpoint, newest first, each with its last attempt. */
export async function readDeliveries(db: Queryable, endpointId: string): Promise<WebhookDelivery[]> {
  const { rows } = await db.query<Row>(
    `${SELECT} WHERE d.endpoint_id = $1 ORDER BY d.created_at DESC, d.id LIMIT ${RECENT}`,
    [endpointId],
  )
  return rows.map(show)
}

/** One delivery; undefined for one that is not there. */
export async function readDelivery(db: Queryable, id: string): Promise<WebhookDelivery | undefined> {
  const { rows } = await db.query<Row>(`${SELECT} WHERE d.id = $1`, [id])
  return rows[0] && show(rows[0])
}

const SELECT = `
  SELECT d.id, d.event, d.job_id, d.batch_id, batch.kind, d.state AS status, d.attempts, last.status_code, last.error, last.duration_ms,
         d.created_at, d.ended_at, d.next_attempt_at
  FROM webhook_delivery AS d LEFT JOIN batch ON batch.id = d.batch_id LEFT JOIN LATERAL (
    SELECT status_code, error, duration_ms FROM webhook_attempt AS a WHERE a.delivery_id = d.id ORDER BY a.id DESC LIMIT 1
  ) AS last ON true`

function show({ kind, batch_id, ...row }: Row): WebhookDelivery {
  const isCrawl = kind === 'crawl'
  return {
    ...row,
    id: webhookIdOf(row.id),
    batch_id: isCrawl ? null : batch_id && toBatchId(batch_id),
    ...(isCrawl && batch_id !== null && { crawl_id: batch_id }),
    created_at: row.created_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
  }
}

/** Counts over the latest deliveries of an endpoint. */
export async function readStats(db: Queryable, endpointId: string): Promise<WebhookStats> {
  const { rows } = await db.query<{ state: WebhookStatus; count: number }>(
    `SELECT state, count(*)::int AS count FROM (
       SELECT state FROM webhook_delivery WHERE endpoint_id = $1 ORDER BY created_at DESC LIMIT ${COUNTED}
     ) AS latest GROUP BY state`,
    [endpointId],
  )
  const count = (...states: WebhookStatus[]) =>
    rows.filter(({ state }) => states.includes(state)).reduce((sum, each) => sum + each.count, 0)
  const [delivered, failed] = [count('delivered'), count('failed')]
  return {
    deliveries: rows.reduce((sum, each) => sum + each.count, 0),
    delivered,
    failed,
    pending: count('pending', 'retrying'),
    success_rate:
      delivered + failed === 0 ? null : Math.round((1_000 * delivered) / (delivered + failed)) / 10,
  }
}
