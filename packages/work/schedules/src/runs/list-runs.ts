import type { ScheduleRunList } from '@gleaner/contracts'
import { noSuch, type Queryable } from '@gleaner/db'
import { isOf } from '../store/schedule-of.ts'
import { presentRun, RUN_COLUMNS, type RunRow } from './run-row.ts'

/** The runs of a schedule, the newest first. Throws NOT_FOUND. */
export async function listRuns(
  sql: Queryable,
  accountId: string,
  scheduleId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<ScheduleRunList> {
  const { rows: counted } = await sql.query<{ total: number }>(
    `SELECT (SELECT count(*)::int FROM schedule_run WHERE schedule_id = schedule.id) AS total FROM schedule WHERE id = $1 AND account_id = $2 AND ${isOf('schedule')}`,
    [scheduleId, accountId],
  )
  const { total } = counted[0] ?? noSuch('schedule')
  const { rows } = await sql.query<RunRow>(
    `SELECT ${RUN_COLUMNS} FROM schedule_run WHERE schedule_id = $1 ORDER BY due_at DESC LIMIT $2 OFFSET $3`,
    [scheduleId, limit, offset],
  )
  return { runs: rows.map(presentRun), total, limit, offset }
}
