import { ApiError } from '@gleaner/contracts/errors'
import { uuidv7 } from '@gleaner/contracts/ids'
import type { ScheduleRun } from '@gleaner/contracts/schemas/schedule-replies'
import { noSuch, type Queryable } from '@gleaner/db'
import { clock, clockValue } from '../clock.ts'
import type { SchedulesContext } from '../context.ts'
import { isOf, type ScheduleOf } from '../store/schedule-of.ts'
import { presentRun, RUN_COLUMNS, type RunRow } from './run-row.ts'

/** Makes a run of a schedule that is due now, in the caller's transaction. Throws NOT_FOUND, and CONFLICT while another one is open. */
export async function runNow(
  ctx: Pick<SchedulesContext, 'now'>,
  sql: Queryable,
  accountId: string,
  scheduleId: string,
  whose: ScheduleOf = 'schedule',
): Promise<ScheduleRun> {
  const { rows: known } = await sql.query<{ kind: string }>(
    `SELECT kind FROM schedule WHERE id = $1 AND account_id = $2 AND ${isOf(whose)} FOR UPDATE`,
    [scheduleId, accountId],
  )
  const { kind } = known[0] ?? noSuch(whose)
  const { rows } = await sql.query<RunRow>(
    `INSERT INTO schedule_run (id, schedule_id, account_id, kind, state, trigger, due_at, try_at)
     VALUES ($1, $2, $3, $4, 'pending', 'manual', ${clock('$5')}, ${clock('$5')}) ON CONFLICT DO NOTHING RETURNING ${RUN_COLUMNS}`,
    [uuidv7(), scheduleId, accountId, kind, clockValue(ctx)],
  )
  if (rows[0]) return presentRun(rows[0])
  throw new ApiError(
    'CONFLICT',
    `A run of this ${whose} waits or goes on: GET ${RUNS_AT[whose]} shows it. Wait for its end.`,
    { retry_after_seconds: 10 },
  )
}

const RUNS_AT: Record<ScheduleOf, string> = {
  schedule: '/schedules/{schedule_id}/runs',
  monitor: '/monitors/{monitor_id}/checks',
}
