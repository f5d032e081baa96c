import { RETENTION } from '@gleaner/contracts/limits'
import { ago, expire, uuidOf } from '@gleaner/db'
import { REMEMBERED_DAYS } from '../planning/domain-memory.ts'

/**
 * Pages that no job can show any more (a cached answer may show a page for the retention of its own, which begins up to one retention
 * later), jobs past the time their id is remembered, idempotency keys after their day, and what is remembered of hosts.
 */
export const JOB_PURGES = [
  expire({ name: 'pages', table: 'job_page', by: 'created_at', before: ago(2 * RETENTION.resultMs) }),
  expire({
    name: 'jobs',
    table: 'job',
    by: 'id',
    before: uuidOf(RETENTION.jobMs),
    only: `finished_at IS NOT NULL AND created_at < ${ago(RETENTION.jobMs)}`,
  }),
  expire({
    name: 'idempotency-keys',
    table: 'idempotency_key',
    by: 'created_at',
    before: ago(RETENTION.keyMs),
  }),
  expire({
    name: 'domain-memory',
    table: 'domain_memory',
    by: 'day',
    before: `current_date - ${REMEMBERED_DAYS}`,
  }),
]
