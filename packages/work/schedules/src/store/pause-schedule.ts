import { forgetSchedule } from '@gleaner/alerts'
import type { Schedule } from '@gleaner/contracts'
import { noSuch, type Queryable } from '@gleaner/db'
import { clock, clockValue } from '../clock.ts'
import type { SchedulesContext } from '../context.ts'
import { isOf, type ScheduleOf } from './schedule-of.ts'
import { type PausedReason, presentSchedule, SCHEDULE_COLUMNS, type ScheduleRow } from './schedule-row.ts'

/**
 * Pauses a schedule, in the caller's transaction; one that is paused stays as it is. A run that waits is cancelled, one that goes on is not.
 * Throws NOT_FOUND.
 */
export async function pauseSchedule(
  ctx: Pick<SchedulesContext, 'now'>,
  sql: Queryable,
  accountId: string,
  id: string,
  reason: PausedReason = 'caller',
  whose: ScheduleOf | 'any' = 'schedule',
): Promise<Schedule> {
  const { rows } = await sql.query<ScheduleRow>(
    `UPDATE schedule SET next_run_at = NULL, paused_reason = COALESCE(paused_reason, $3),
       updated_at = GREATEST(now(), updated_at + interval '1 millisecond')
     WHERE id = $1 AND account_id = $2 AND ${isOf(whose)} RETURNING ${SCHEDULE_COLUMNS}`,
    [id, accountId, reason],
  )
  const schedule = presentSchedule(rows[0] ?? noSuch(whose === 'monitor' ? whose : 'schedule'))
  await sql.query(
    `UPDATE schedule_run SET state = 'cancelled', try_at = NULL, finished_at = ${clock('$2')} WHERE schedule_id = $1 AND state = 'pending'`,
    [id, clockValue(ctx)],
  )
  return schedule
}

/** Deletes a schedule and its runs, in the caller's transaction. Throws NOT_FOUND. */
export async function deleteSchedule(
  sql: Queryable,
  accountId: string,
  id: string,
  whose: ScheduleOf = 'schedule',
): Promise<void> {
  const { rowCount } = await sql.query(
    `DELETE FROM schedule WHERE id = $1 AND account_id = $2 AND ${isOf(whose)}`,
    [id, accountId],
  )
  if (rowCount === 0) noSuch(whose)
  await forgetSchedule(sql, { accountId, scheduleId: id })
}
