import { toCredits } from '@gleaner/billing'
import { type Batch, presentLabels, toBatchId } from '@gleaner/contracts'
import type { BatchRow } from './read-batch.ts'

/** A batch without its items and its webhook's state, as `GET /batch/{id}` shows it. */
export function presentBatch(
  row: BatchRow,
): Omit<Batch, 'items' | 'skipped' | 'webhook_status' | 'webhook_attempts'> {
  return {
    batch_id: toBatchId(row.id),
    status: row.status,
    ...presentLabels(row),
    ...presentCounts(row),
    total_urls: row.total,
    concurrency: row.concurrency,
    estimated_credits: toCredits(row.estimatedMicros),
    credits_used: toCredits(row.costMicros),
    created_at: row.createdAt.toISOString(),
    completed_at: row.finishedAt?.toISOString() ?? null,
    cancelled_at: row.cancelledAt?.toISOString() ?? null,
    webhook_url: row.webhookUrl,
  }
}

/** The counts of a batch as callers know them. */
export function presentCounts({
  total,
  succeeded,
  failed,
  cancelled,
}: Pick<BatchRow, 'total' | 'succeeded' | 'failed' | 'cancelled'>) {
  return { total, completed: succeeded, failed, cancelled, pending: total - succeeded - failed - cancelled }
}
