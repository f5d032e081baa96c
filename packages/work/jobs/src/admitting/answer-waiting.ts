import { countUsageOfManySql } from '@gleaner/billing'
import type { Queryable } from '@gleaner/db'
import { queueDeliveriesSql } from '@gleaner/outgoing-webhooks'
import { freshPageSql } from '../accepting/result-cache.ts'
import { batchSeqSql, countInBatchSql, lockBatchesSql } from '../ending/batch-progress-sql.ts'
import { allows, stateAfter } from '../job-states.ts'
import { type FinishedJob, JOB_COLUMNS, type JobRow } from '../rows.ts'

/**
 * Ends waiting items with the newest pages that are kept for their requests, at no cost. Returns those that it ended: a page may be gone
 * by now, and an item may not wait any more. They are counted and told as every end.
 */
export async function answerWaiting(db: Queryable, jobIds: readonly string[]): Promise<FinishedJob[]> {
  if (jobIds.length === 0) return []
  const { rows } = await db.query<JobRow & { deliveries: number }>({
    name: 'answer-waiting',
    text: ANSWER_WAITING,
    values: [jobIds],
  })
  return rows.map(({ deliveries, ...row }) => ({ row, deliveries }))
}

const ANSWER_WAITING = `
  WITH ${lockBatchesSql('$1::uuid[]')}, locked AS (
    SELECT job.id, job.account_id, job.batch_id, job.cache_key, job.spec FROM job
    WHERE job.id = ANY($1) AND job.queued_at IS NULL AND ${allows('answerWaiting')} AND (SELECT count(*) FROM batches) >= 0
    ORDER BY job.id FOR NO KEY UPDATE
  ), hit AS (
    SELECT locked.id, locked.batch_id, row_number() OVER (PARTITION BY locked.batch_id ORDER BY locked.id) AS place,
           source.id AS source_id, source.plan, source.tier, source.delivered_mode, source.status_code, source.size_bytes
    FROM locked CROSS JOIN LATERAL (
      ${freshPageSql({ accountId: 'locked.account_id', cacheKey: 'locked.cache_key', ttl: "(locked.spec->>'cache_ttl')::int" })}
    ) AS source
  ), done AS (
    UPDATE job SET status = ${stateAfter('answerWaiting')}, plan = hit.plan, tier = hit.tier, delivered_mode = hit.delivered_mode,
      status_code = hit.status_code, size_bytes = hit.size_bytes, cached_from = hit.source_id, cache_key = NULL, secrets = NULL,
      started_at = now(), finished_at = now(), batch_seq = ${batchSeqSql('hit')}
    FROM hit WHERE job.id = hit.id
    RETURNING job.*
  ), ${countUsageOfManySql('done', 'done')}, ${countInBatchSql('done')}, ${queueDeliveriesSql({ jobs: 'done', batches: 'counted_batch' })}
  SELECT ${JOB_COLUMNS}, (SELECT count(*)::int FROM queued_delivery) AS deliveries FROM done AS job`
