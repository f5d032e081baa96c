import type { WebhookStatus } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import { TO_BATCH_ADDRESS } from './to-batch-address.ts'

/** What the webhook_url of a batch has been told so far. */
export interface BatchWebhook {
  status: WebhookStatus
  /** Attempts of all its deliveries. */
  attempts: number
  /** When the next repetition is due, of deliveries that failed. */
  nextRetryAt: Date | null
}

/** How a batch's own webhook is doing: the account's endpoints are told the same events, and do not count here. */
export async function readBatchWebhook(
  db: Queryable,
  batch: { id: string; isOver: boolean },
): Promise<BatchWebhook> {
  const { rows } = await db.query<{ state: WebhookStatus; attempts: number; nextRetryAt: Date | null }>({
    name: 'read-batch-webhook',
    text: `SELECT state, sum(attempts)::int AS attempts, min(next_attempt_at) FILTER (WHERE lease_until IS NULL) AS "nextRetryAt"
           FROM webhook_delivery
           WHERE batch_id = $1 AND ${TO_BATCH_ADDRESS} GROUP BY state`,
    values: [batch.id],
  })
  const states = new Set(rows.map(({ state }) => state))
  // What an open batch has yet to tell is pending as well.
  if (!batch.isOver) states.add('pending')
  return {
    status: PRECEDENCE.find((state) => states.has(state)) ?? 'delivered',
    attempts: rows.reduce((sum, { attempts }) => sum + attempts, 0),
    nextRetryAt: rows.find(({ state }) => state === 'retrying')?.nextRetryAt ?? null,
  }
}

/** The first of these that a delivery is in is the batch's state (`docs/decisions/0030-webhook-delivery.md`). */
const PRECEDENCE: readonly WebhookStatus[] = ['pending', 'retrying', 'failed', 'cancelled', 'delivered']
