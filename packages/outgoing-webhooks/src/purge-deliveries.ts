import { RETENTION } from '@gleaner/contracts/limits'
import { deleteInBatches, type Queryable } from '@gleaner/db'

/** Deletes deliveries, with their attempts, that are as old as jobs whose ids are forgotten. Returns how many there were. */
export async function purgeDeliveries(sql: Queryable): Promise<number> {
  return await deleteInBatches(
    sql,
    (batch) => `DELETE FROM webhook_delivery WHERE id IN (
      SELECT id FROM webhook_delivery
      WHERE created_at < now() - ${RETENTION.jobMs} * interval '1 millisecond' LIMIT ${batch})`,
  )
}
