import { RETENTION } from '@gleaner/contracts/limits'
import { ago, expire } from '@gleaner/db'

/** Runs that are as old as the jobs that they have made. */
export const SCHEDULE_PURGES = [
  expire({
    name: 'schedule-runs',
    table: 'schedule_run',
    by: 'due_at',
    before: ago(RETENTION.jobMs),
    only: 'finished_at IS NOT NULL',
  }),
]
