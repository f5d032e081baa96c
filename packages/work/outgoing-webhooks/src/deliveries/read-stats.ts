import type { WebhookStats, WebhookStatus } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'

/** What statistics are made of, so that they cost the same for an endpoint with millions of deliveries. */
const COUNTED = 1_000

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
