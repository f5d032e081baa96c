import type { Schedule, ScheduleList, ScheduleListQuery } from '@gleaner/contracts'
import { noSuch, type Queryable } from '@gleaner/db'
import type { SchedulesContext } from '../context.ts'
import type { Work } from '../work.ts'
import { isOf, type ScheduleOf } from './schedule-of.ts'
import { presentSchedule, SCHEDULE_COLUMNS, type ScheduleRow } from './schedule-row.ts'
import { openWork } from './seal-work.ts'

export async function listSchedules(
  sql: Queryable,
  accountId: string,
  { limit, offset, active_only }: ScheduleListQuery,
): Promise<ScheduleList> {
  const { rows } = await sql.query<ScheduleRow & { all: number }>(
    `SELECT ${SCHEDULE_COLUMNS}, count(*) OVER ()::int AS all FROM schedule
     WHERE account_id = $1 AND ${isOf('schedule')} AND (NOT $2 OR next_run_at IS NOT NULL) ORDER BY id LIMIT $3 OFFSET $4`,
    [accountId, active_only, limit, offset],
  )
  const total = rows[0]?.all ?? (offset === 0 ? 0 : await countSchedules(sql, accountId, active_only))
  return { schedules: rows.map(presentSchedule), total, limit, offset }
}

/** Behind the last one no row tells how many there are. */
async function countSchedules(sql: Queryable, accountId: string, activeOnly: boolean): Promise<number> {
  const { rows } = await sql.query<{ total: number }>(
    `SELECT count(*)::int AS total FROM schedule WHERE account_id = $1 AND ${isOf('schedule')} AND (NOT $2 OR next_run_at IS NOT NULL)`,
    [accountId, activeOnly],
  )
  return rows[0]!.total
}

/** Throws NOT_FOUND, for one of another account too. */
export async function readSchedule(sql: Queryable, accountId: string, id: string): Promise<Schedule> {
  const { rows } = await sql.query<ScheduleRow>(
    `SELECT ${SCHEDULE_COLUMNS} FROM schedule WHERE id = $1 AND account_id = $2 AND ${isOf('schedule')}`,
    [id, accountId],
  )
  return presentSchedule(rows[0] ?? noSuch('schedule'))
}

/** A schedule with what it runs as it was sent, and on whose behalf. */
export interface OpenedSchedule extends ScheduleRow {
  accountId: string
  apiKeyId: string | null
  userId: string | null
  isMonitor: boolean
}

/** Of anybody's without `whose`. Throws NOT_FOUND, and SecretUnreadable. */
export async function openSchedule(
  { secretBox }: Pick<SchedulesContext, 'secretBox'>,
  sql: Queryable,
  accountId: string,
  id: string,
  whose?: ScheduleOf,
): Promise<OpenedSchedule> {
  const { rows } = await sql.query<OpenedSchedule & { secrets: Buffer | null }>(
    `SELECT ${SCHEDULE_COLUMNS}, account_id AS "accountId", api_key_id AS "apiKeyId", user_id AS "userId", is_monitor AS "isMonitor", secrets
     FROM schedule WHERE id = $1 AND account_id = $2 AND ($3::text IS NULL OR ($3 = 'monitor') = is_monitor)`,
    [id, accountId, whose],
  )
  const { secrets, ...row } = rows[0] ?? noSuch(whose ?? 'schedule')
  const work: Work = openWork(secretBox, { id, work: row.work, secrets })
  return { ...row, work }
}
