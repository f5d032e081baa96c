import type { BatchSkipped, BatchStatus } from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'

/** A batch's row. */
export interface BatchRow {
  id: string
  accountId: string
  status: BatchStatus
  total: number
  succeeded: number
  failed: number
  cancelled: number
  costMicros: bigint
  estimatedMicros: bigint
  webhookUrl: string | null
  concurrency: number | null
  externalId: string | null
  metadata: Record<string, unknown> | null
  createdAt: Date
  cancelledAt: Date | null
  finishedAt: Date | null
}

/** Select list for BatchRow. */
export const BATCH_COLUMNS = `batch.id, batch.account_id AS "accountId", batch.status, batch.total, batch.succeeded, batch.failed,
  batch.cancelled, batch.cost_micros AS "costMicros", batch.estimated_micros AS "estimatedMicros", batch.webhook_url AS "webhookUrl",
  batch.created_at AS "createdAt", batch.cancelled_at AS "cancelledAt", batch.finished_at AS "finishedAt",
  batch.external_id AS "externalId", batch.metadata, batch.concurrency`

/** A batch of `accountId`; one of somebody else is unknown, and so is what is a batch inside only: a crawl. */
export async function readBatch(
  db: Queryable,
  accountId: string,
  batchId: string,
): Promise<BatchRow | undefined> {
  const { rows } = await db.query<BatchRow>({
    name: 'read-batch',
    text: `SELECT ${BATCH_COLUMNS} FROM batch WHERE id = $1 AND account_id = $2 AND kind = 'batch'`,
    values: [batchId, accountId],
  })
  return rows[0]
}

/** The faults of entries that a batch has left out. */
export async function readSkipped(db: Queryable, batchId: string): Promise<BatchSkipped[]> {
  const { rows } = await db.query<{ skipped: BatchSkipped[] | null }>({
    name: 'read-skipped-of-batch',
    text: 'SELECT skipped FROM batch WHERE id = $1',
    values: [batchId],
  })
  return rows[0]?.skipped ?? []
}
