import { RETENTION } from '@gleaner/contracts/limits'
import { deleteInBatches, type Queryable } from '@gleaner/db'

/**
 * Deletes from the index what is past the retention of results, drops the answers of searches that are past theirs, and deletes what is left
 * of searches once their ids are not remembered any more. Returns how many rows went or were emptied.
 */
export async function purgeSearches(db: Queryable): Promise<number> {
  const before = (ms: number) => `now() - interval '${ms} milliseconds'`
  const documents = (limit: number) => `DELETE FROM search_document WHERE job_id IN (
    SELECT job_id FROM search_document WHERE fetched_at < ${before(RETENTION.resultMs)} LIMIT ${limit})`
  const answers = (limit: number) => `UPDATE search SET answer = NULL WHERE id IN (
    SELECT id FROM search WHERE answer IS NOT NULL AND created_at < ${before(RETENTION.resultMs)} LIMIT ${limit})`
  const searches = (limit: number) => `DELETE FROM search WHERE id IN (
    SELECT id FROM search WHERE created_at < ${before(RETENTION.jobMs)} LIMIT ${limit})`
  let purged = 0
  for (const statement of [documents, answers, searches]) purged += await deleteInBatches(db, statement)
  return purged
}
