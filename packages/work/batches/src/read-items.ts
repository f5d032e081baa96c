import { toCredits } from '@gleaner/billing'
import {
  type BatchItemStatus,
  type BatchItemStatusReply,
  type Labels,
  maskUrlCredentials,
  presentLabels,
} from '@gleaner/contracts'
import type { Queryable } from '@gleaner/db'
import { type JobError, jobColumns } from '@gleaner/jobs'

interface ItemRow extends Labels {
  id: string
  url: string
  status: 'pending' | 'running' | 'completed' | 'failed'
  error: JobError | null
  statusCode: number | null
  costMicros: number
}

/** What became of each item of a batch so far, in the order of the request. */
export async function readItems(db: Queryable, batchId: string): Promise<BatchItemStatusReply[]> {
  const { rows } = await db.query<ItemRow>({
    name: 'read-batch-items',
    text: `SELECT id, url, status, error, status_code AS "statusCode", cost_micros::float8 AS "costMicros",
                  ${jobColumns('externalId', 'metadata')}
           FROM job WHERE batch_id = $1 ORDER BY batch_index`,
    values: [batchId],
  })
  return rows.map(presentItem)
}

function presentItem(row: ItemRow): BatchItemStatusReply {
  const { id, url, status, error, statusCode, costMicros } = row
  return {
    job_id: id,
    url: maskUrlCredentials(url),
    status: itemStatusOf(status, error),
    ...presentLabels(row),
    ...(status === 'completed' && {
      ...(statusCode !== null && { status_code: statusCode }),
      credits: toCredits(costMicros),
    }),
    ...(error && { error: error.message, error_code: error.code }),
  }
}

/** How a batch calls what became of a job of it. */
export function itemStatusOf(
  status: ItemRow['status'],
  error: Pick<JobError, 'code'> | null,
): BatchItemStatus {
  if (status === 'completed') return 'succeeded'
  if (status === 'failed' && error?.code === 'CANCELLED') return 'cancelled'
  return status
}
