import type { WebhookAttempt } from '@gleaner/contracts'
import { isAhead, type Queryable } from '@gleaner/db'
import { TO_BATCH_ADDRESS } from './to-batch-address.ts'

/** All attempts of a batch's webhook since it was last started anew, in their order: three for each of its deliveries at most. */
export async function readBatchAttempts(sql: Queryable, batchId: string): Promise<WebhookAttempt[]> {
  const { rows } = await sql.query<Omit<WebhookAttempt, 'timestamp'> & { createdAt: Date }>({
    name: 'read-batch-attempts',
    text: `
      SELECT a.attempt, a.status_code, a.error, a.created_at AS "createdAt", d.job_id, d.event
      FROM webhook_delivery AS d JOIN webhook_attempt AS a ON a.delivery_id = d.id
      WHERE d.batch_id = $1 AND ${TO_BATCH_ADDRESS} ORDER BY a.created_at, a.id`,
    values: [batchId],
  })
  return rows.map(({ attempt, status_code, error, createdAt, job_id, event }) => ({
    attempt,
    status_code,
    error,
    timestamp: createdAt.toISOString(),
    job_id,
    event,
  }))
}

/**
 * Begins anew with what a batch's webhook was not told, and forgets the attempts so far. What is being sent at this moment is not
 * sent beside it. Returns how many deliveries that are.
 */
export async function restartBatchWebhook(sql: Queryable, batchId: string): Promise<number> {
  const { rows } = await sql.query<{ restarted: number }>({
    name: 'restart-batch-webhook',
    text: `
      WITH mine AS (
        SELECT id, state FROM webhook_delivery WHERE batch_id = $1 AND ${TO_BATCH_ADDRESS} ORDER BY id FOR UPDATE
      ), forgotten AS (
        DELETE FROM webhook_attempt USING mine WHERE delivery_id = mine.id
      ), restarted AS (
        UPDATE webhook_delivery AS d SET state = 'pending', attempts = 0, ended_at = NULL,
          next_attempt_at = CASE WHEN ${isAhead('d.lease_until')} THEN d.next_attempt_at ELSE now() END
        FROM mine WHERE d.id = mine.id AND mine.state IN ('failed', 'cancelled', 'retrying')
        RETURNING d.id
      )
      SELECT count(*)::int AS restarted FROM restarted`,
    values: [batchId],
  })
  return rows[0]!.restarted
}
