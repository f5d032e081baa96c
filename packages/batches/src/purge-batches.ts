import { LIMITS, RETENTION } from '@gleaner/contracts'
import { deleteInBatches, type Queryable } from '@gleaner/db'

/** A day more than analytics look back at, whatever the hour. */
const ROLL_UP_DAYS = LIMITS.batchAnalyticsDays + 1

/**
 * Deletes batches whose jobs were deleted (`purgeExpired` of packages/jobs), and roll-ups that no analytics read any more. Returns how many
 * rows went.
 */
export async function purgeBatches(db: Queryable): Promise<number> {
  const batches = (limit: number) => `DELETE FROM batch WHERE id IN (
    SELECT id FROM batch WHERE finished_at IS NOT NULL AND (rolled_up_at IS NOT NULL OR kind <> 'batch')
      AND created_at < now() - ${RETENTION.jobMs} * interval '1 millisecond'
      AND NOT EXISTS (SELECT FROM job WHERE job.batch_id = batch.id) LIMIT ${limit})`
  const rollUps = (table: string) => (limit: number) =>
    `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM ${table} WHERE day < (now() AT TIME ZONE 'UTC')::date - ${ROLL_UP_DAYS} LIMIT ${limit}))`
  let purged = 0
  for (const statement of [batches, rollUps('batch_day'), rollUps('batch_day_host')])
    purged += await deleteInBatches(db, statement)
  return purged
}
