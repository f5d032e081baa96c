import { countUsageSql } from '@gleaner/billing'
import type { Queryable } from '@gleaner/db'
import { queueDeliveriesSql } from '@gleaner/outgoing-webhooks'
import { countInBatchSql, lockBatchesSql, NEXT_BATCH_SEQ } from '../batch-progress-sql.ts'
import { allows, stateAfter } from '../job-states.ts'
import { freshPageSql } from '../result-cache.ts'
import { type FinishedJob, JOB_COLUMNS, type JobRow } from '../rows.ts'

/**
 * Ends a waiting item with the newest page that is kept for its request, at no cost; undefined when there is none (any more), or the item
 * does not wait any more. It is counted and told as every end.
 */
export async function answerWaiting(db: Queryable, jobId: string): Promise<FinishedJob | undefined> {
  const { rows } = await db.query<JobRow & { deliveries: number }>({
    name: 'answer-waiting',
    text: ANSWER_WAITING,
    values: [jobId],
  })
  if (!rows[0]) return undefined
  const { deliveries, ...row } = rows[0]
  return { row, deliveries }
}

const ANSWER_WAITING = `
  WITH ${lockBatchesSql('ARRAY[$1::uuid]')}, hit AS (
    SELECT source.* FROM job AS asking CROSS JOIN LATERAL (
      ${freshPageSql({ accountId: 'asking.account_id', cacheKey: 'asking.cache_key', ttl: "(asking.spec->>'cache_ttl')::int" })}
    ) AS source
    WHERE asking.id = $1
  ), done AS (
    UPDATE job SET status = ${stateAfter('answerWaiting')}, plan = hit.plan, tier = hit.tier, delivered_mode = hit.delivered_mode,
      status_code = hit.status_code, size_bytes = hit.size_bytes, cached_from = hit.id, cache_key = NULL, secrets = NULL,
      started_at = now(), finished_at = now(), batch_seq = ${NEXT_BATCH_SEQ}
    FROM hit
    WHERE job.id = $1 AND job.queued_at IS NULL AND ${allows('answerWaiting')}
    RETURNING job.*
  ), ${countUsageSql('done')}, ${countInBatchSql('done')}, ${queueDeliveriesSql({ jobs: 'done', batches: 'counted_batch' })}
  SELECT ${JOB_COLUMNS}, (SELECT count(*)::int FROM queued_delivery) AS deliveries FROM done AS job`
