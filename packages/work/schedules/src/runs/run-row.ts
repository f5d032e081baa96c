import { toCredits } from '@gleaner/billing'
import type { RunState, ScheduleKind, ScheduleRun } from '@gleaner/contracts'
import { toBatchId, toSearchId } from '@gleaner/contracts/ids'

export interface RunRow {
  id: string
  scheduleId: string
  kind: ScheduleKind
  state: RunState
  trigger: ScheduleRun['trigger']
  dueAt: Date
  startedAt: Date | null
  finishedAt: Date | null
  workId: string | null
  total: number | null
  succeeded: number | null
  failed: number | null
  cancelled: number | null
  costMicros: bigint | null
  error: ScheduleRun['error']
  exportId: string | null
  exportError: ScheduleRun['export_error']
}

/** Select list for RunRow. */
export const RUN_COLUMNS = `id, schedule_id AS "scheduleId", kind, state, trigger, due_at AS "dueAt", started_at AS "startedAt",
  finished_at AS "finishedAt", work_id AS "workId", total, succeeded, failed, cancelled, cost_micros AS "costMicros", error,
  export_id AS "exportId", export_error AS "exportError"`

export function presentRun(row: RunRow): ScheduleRun {
  const { kind, workId } = row
  return {
    id: row.id,
    schedule_id: row.scheduleId,
    status: row.state,
    trigger: row.trigger,
    due_at: row.dueAt.toISOString(),
    started_at: row.startedAt?.toISOString() ?? null,
    finished_at: row.finishedAt?.toISOString() ?? null,
    batch_id: kind === 'batch' && workId !== null ? toBatchId(workId) : null,
    crawl_id: kind === 'crawl' ? workId : null,
    map_id: kind === 'map' ? workId : null,
    search_id: kind === 'search' && workId !== null ? toSearchId(workId) : null,
    total: row.total,
    completed: row.succeeded,
    failed: row.failed,
    cancelled: row.cancelled,
    credits_used: row.costMicros === null ? null : toCredits(row.costMicros),
    error: row.error,
    export_id: row.exportId,
    export_error: row.exportError,
  }
}
