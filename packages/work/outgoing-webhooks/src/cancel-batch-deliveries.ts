import type { Queryable } from '@gleaner/db'
import { TO_BATCH_ADDRESS } from './to-batch-address.ts'

/**
 * Cancels what the webhook_url of a batch has not been told yet, in the caller's transaction, which has locked the batch. What is being
 * sent at this moment and arrives all the same is delivered (`recordAttempts`). The account's endpoints are told as usual.
 */
export async function cancelBatchDeliveries(sql: Queryable, batchId: string): Promise<void> {
  await sql.query(
    `WITH open AS (
       SELECT id FROM webhook_delivery WHERE batch_id = $1 AND ${TO_BATCH_ADDRESS} AND ended_at IS NULL ORDER BY id FOR UPDATE
     )
     UPDATE webhook_delivery SET state = 'cancelled', next_attempt_at = NULL, lease_until = NULL, ended_at = now()
     FROM open WHERE webhook_delivery.id = open.id`,
    [batchId],
  )
}
