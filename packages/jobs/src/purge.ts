import { purgeUsageSql } from '@gleaner/billing'
import { RETENTION } from '@gleaner/contracts/limits'
import { deleteInBatches, type Queryable } from '@gleaner/db'
import { REMEMBERED_DAYS } from './domain-memory.ts'

/**
 * Deletes pages that no job can show any more (a cached answer may show a page for the retention of its own, which
 * begins up to one retention later), job rows past the time their id is remembered, old idempotency keys and hosts of past months; in
 * batches, so that no statement holds locks for long. Returns how many rows went. Ledger entries stay for ever.
 */
export async function purgeExpired(db: Queryable): Promise<number> {
  const pages = (batch: number) => `DELETE FROM job_page WHERE job_id IN (
    SELECT job_id FROM job_page WHERE created_at < now() - ${2 * RETENTION.resultMs} * interval '1 millisecond' LIMIT ${batch})`
  const jobs = (batch: number) => `DELETE FROM job WHERE id IN (
    SELECT id FROM job WHERE finished_at IS NOT NULL
      AND created_at < now() - ${RETENTION.jobMs} * interval '1 millisecond' LIMIT ${batch})`
  const keys = (batch: number) => `DELETE FROM idempotency_key WHERE (account_id, key) IN (
    SELECT account_id, key FROM idempotency_key WHERE created_at < now() - interval '24 hours' LIMIT ${batch})`

  const memories = (batch: number) => `DELETE FROM domain_memory WHERE (host, tier, day) IN (
    SELECT host, tier, day FROM domain_memory WHERE day < current_date - ${REMEMBERED_DAYS} LIMIT ${batch})`

  let purged = 0
  for (const statement of [pages, jobs, keys, memories, purgeUsageSql])
    purged += await deleteInBatches(db, statement)
  return purged
}
