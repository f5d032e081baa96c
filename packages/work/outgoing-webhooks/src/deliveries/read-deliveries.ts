import type { WebhookDelivery, WebhookTry } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import { type DeliveryRow, showDelivery, shownDeliveriesSql } from './show-delivery.ts'

const RECENT = 20
const SELECT = shownDeliveriesSql('webhook_delivery')

/** The latest deliveries of an endpoint, newest first, each with its last attempt. */
export async function readRecentDeliveries(db: Queryable, endpointId: string): Promise<WebhookDelivery[]> {
  const { rows } = await db.query<DeliveryRow>(
    `${SELECT} WHERE d.endpoint_id = $1 ORDER BY d.created_at DESC, d.id LIMIT ${RECENT}`,
    [endpointId],
  )
  return rows.map(showDelivery)
}

/** One delivery; undefined for one that is not there. */
export async function readDelivery(db: Queryable, id: string): Promise<WebhookDelivery | undefined> {
  const { rows } = await db.query<DeliveryRow>(`${SELECT} WHERE d.id = $1`, [id])
  return rows[0] && showDelivery(rows[0])
}

/** Each attempt of a delivery, the first one first. */
export async function readTries(db: Queryable, id: string): Promise<WebhookTry[]> {
  const { rows } = await db.query<TryRow>(
    `SELECT attempt, status_code, error, duration_ms, created_at, headers, answer FROM webhook_attempt
     WHERE delivery_id = $1 ORDER BY id`,
    [id],
  )
  return rows.map(({ headers, created_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    ...shownHeaders(headers),
  }))
}

type SentHeaders = Record<string, string | null>
type TryRow = Omit<WebhookTry, 'created_at' | 'headers' | 'header_names' | 'signature'> & {
  created_at: Date
  headers: SentHeaders | null
}

function shownHeaders(sent: SentHeaders | null): Pick<WebhookTry, 'headers' | 'header_names' | 'signature'> {
  const all = Object.entries(sent ?? {})
  const ours = Object.fromEntries(all.flatMap(([name, value]) => (value === null ? [] : [[name, value]])))
  return {
    headers: sent && ours,
    header_names: all.flatMap(([name, value]) => (value === null ? [name] : [])),
    signature: ours['webhook-signature'] ?? null,
  }
}
