import { giveBackManySql, SETTLED_COLUMNS } from '@gleaner/billing'
import { type Queryable, storableJson } from '@gleaner/db'
import { queueDeliveriesSql } from '@gleaner/outgoing-webhooks'
import { allows, stateAfter } from '../job-states.ts'
import type { JobError } from '../planning/escalation.ts'
import { stopBatchSql } from './batch-progress-sql.ts'

/**
 * Ends all items of a batch that no worker has begun with, and closes it; the caller's transaction has locked its row. `isCancelled`: its
 * caller wanted that.
 */
export async function endWaitingItems(
  sql: Queryable,
  batchId: string,
  { message, isCancelled }: { message: string; isCancelled: boolean },
): Promise<void> {
  const error: JobError = { code: 'CANCELLED', message }
  await sql.query({
    name: 'end-waiting-items',
    text: END_WAITING_ITEMS,
    values: [batchId, storableJson(error), isCancelled],
  })
}

/**
 * Cancelled items have no place in the batch's log, and no events: they are no results. The end of the batch is told to the account's
 * endpoints. Locks as everywhere: the batch, its jobs in the order of their ids, the balance.
 */
const END_WAITING_ITEMS = `
  WITH waiting AS (
    SELECT id FROM job WHERE batch_id = $1 AND ${allows('cancel')} ORDER BY id FOR NO KEY UPDATE
  ), done AS (
    UPDATE job SET status = ${stateAfter('cancel')}, error = $2, finished_at = now(), lease_until = NULL, secrets = NULL
    FROM waiting WHERE job.id = waiting.id
    RETURNING job.*
  ), given_back AS (
    SELECT ${SETTLED_COLUMNS} FROM done AS job
  ), ${giveBackManySql('given_back')}, ${stopBatchSql({ batchId: '$1', ended: 'done', isCancelled: '$3' })}, no_job AS (
    SELECT * FROM done WHERE false
  ), ${queueDeliveriesSql({ jobs: 'no_job', batches: 'counted_batch' })}
  SELECT`
