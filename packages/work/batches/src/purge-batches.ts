import { LIMITS, RETENTION } from '@gleaner/contracts'
import { ago, expire, uuidOf } from '@gleaner/db'

/** A day more than analytics look back at, whatever the hour. */
const ROLL_UP_DAYS = LIMITS.batchAnalyticsDays + 1
const ROLL_UPS_END = `(now() AT TIME ZONE 'UTC')::date - ${ROLL_UP_DAYS}`

/** Batches whose jobs were deleted (`JOB_PURGES` of packages/work/jobs), and roll-ups that no analytics read any more. */
export const BATCH_PURGES = [
  expire({
    name: 'batches',
    table: 'batch',
    by: 'id',
    before: uuidOf(RETENTION.jobMs),
    only: `finished_at IS NOT NULL AND (rolled_up_at IS NOT NULL OR kind <> 'batch') AND created_at < ${ago(RETENTION.jobMs)}
      AND (SELECT id FROM job WHERE job.batch_id = batch.id LIMIT 1) IS NULL
      AND (SELECT crawl_id FROM crawl_page WHERE crawl_page.crawl_id = batch.id LIMIT 1) IS NULL`,
  }),
  expire({ name: 'batch-days', table: 'batch_day', by: 'day', before: ROLL_UPS_END }),
  expire({ name: 'batch-day-hosts', table: 'batch_day_host', by: 'day', before: ROLL_UPS_END }),
]
