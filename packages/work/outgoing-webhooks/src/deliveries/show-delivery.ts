import { toBatchId, type WebhookDelivery } from '@gleaner/contracts'
import { webhookIdOf } from '../sign.ts'

export type DeliveryRow = Record<'created_at', Date> &
  Record<'ended_at' | 'next_attempt_at', Date | null> &
  Omit<WebhookDelivery, 'created_at' | 'ended_at' | 'next_attempt_at' | 'crawl_id' | 'event_id'> & {
    kind: string | null
  }

/** SQL: deliveries `d` of a relation as they are shown, each with its last attempt. */
export function shownDeliveriesSql(relation: string): string {
  return `
  SELECT d.id, d.replay_of, d.endpoint_id AS webhook_id, d.url, d.event, d.job_id, d.batch_id, batch.kind, d.state AS status, d.attempts,
         last.status_code, last.error, last.duration_ms, d.created_at, d.ended_at, d.next_attempt_at
  FROM ${relation} AS d LEFT JOIN batch ON batch.id = d.batch_id LEFT JOIN LATERAL (
    SELECT status_code, error, duration_ms FROM webhook_attempt AS a WHERE a.delivery_id = d.id ORDER BY a.id DESC LIMIT 1
  ) AS last ON true`
}

export function showDelivery({ kind, batch_id, replay_of, ...row }: DeliveryRow): WebhookDelivery {
  const isCrawl = kind === 'crawl'
  return {
    ...row,
    id: webhookIdOf(row.id),
    event_id: webhookIdOf(replay_of ?? row.id),
    replay_of: replay_of && webhookIdOf(replay_of),
    batch_id: isCrawl ? null : batch_id && toBatchId(batch_id),
    ...(isCrawl && batch_id !== null && { crawl_id: batch_id }),
    created_at: row.created_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
  }
}
