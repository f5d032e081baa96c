import type { Monitor, MonitorList, MonitorListQuery, MonitorSetting } from '@gleaner/contracts'
import { noSuch, type Queryable, storableJson } from '@gleaner/db'
import {
  type Author,
  createSchedule,
  type OpenedSchedule,
  rewriteSchedule,
  type ScheduleContent,
  type SchedulesContext,
} from '@gleaner/schedules'
import { holdGroup, type OpenedGroup } from '../groups/groups.ts'
import { isSameTarget } from '../same-target.ts'
import { comparesOtherwise, type StoredWatch } from '../watch.ts'
import { MONITOR_COLUMNS, MONITORS, type MonitorRow, presentMonitor } from './monitor-row.ts'

/** A monitor that has been checked, as it is written. */
export interface MonitorContent {
  schedule: ScheduleContent
  watch: StoredWatch
  notifyOn: Monitor['notify_on']
  group: Pick<OpenedGroup, 'id' | 'updatedAt'> | undefined
  /** Names of the settings that it sets itself. */
  own: readonly MonitorSetting[]
}

type Context = Pick<SchedulesContext, 'secretBox' | 'now'>

/** Makes a monitor, in the caller's transaction. Throws CONFLICT when the account has as many as it may have. */
export async function createMonitor(
  ctx: Context,
  sql: Queryable,
  author: Author,
  { schedule, watch, notifyOn, group, own }: MonitorContent,
): Promise<Monitor> {
  if (group) await holdGroup(sql, group)
  const { id } = await createSchedule(ctx, sql, author, schedule, 'monitor')
  await sql.query(
    'INSERT INTO monitor (id, account_id, watch, notify_on, group_id, own) VALUES ($1, $2, $3, $4, $5, $6)',
    [id, author.accountId, storableJson(watch), notifyOn, group?.id ?? null, own],
  )
  return await readMonitor(sql, author.accountId, id)
}

/** Writes what a monitor has become. What was kept is forgotten where it says nothing of what is watched from now on. Throws NOT_FOUND and CONFLICT. */
export async function rewriteMonitor(
  ctx: Context,
  sql: Queryable,
  author: Author,
  before: OpenedSchedule & Pick<MonitorRow, 'watch'>,
  { schedule, watch, notifyOn, group, own }: MonitorContent,
  isResumed: boolean,
): Promise<Monitor> {
  if (group) await holdGroup(sql, group)
  await rewriteSchedule(ctx, sql, author, before, schedule, isResumed)
  const isOther = comparesOtherwise(before.watch, watch) || !isSameTarget(before, schedule)
  await sql.query(
    'UPDATE monitor SET watch = $2, notify_on = $3, is_known = is_known AND NOT $4, group_id = $5, own = $6 WHERE id = $1',
    [before.id, storableJson(watch), notifyOn, isOther, group?.id ?? null, own],
  )
  if (isOther) await sql.query('DELETE FROM monitor_page WHERE monitor_id = $1', [before.id])
  return await readMonitor(sql, author.accountId, before.id)
}

/** Throws NOT_FOUND, for one of another account too. */
export async function readMonitor(sql: Queryable, accountId: string, id: string): Promise<Monitor> {
  return presentMonitor(await readMonitorRow(sql, accountId, id))
}

export async function readMonitorRow(sql: Queryable, accountId: string, id: string): Promise<MonitorRow> {
  const { rows } = await sql.query<MonitorRow>(
    `SELECT ${MONITOR_COLUMNS} FROM ${MONITORS} WHERE own.id = $1 AND own.account_id = $2`,
    [id, accountId],
  )
  return rows[0] ?? noSuch('monitor')
}

export async function listMonitors(
  sql: Queryable,
  accountId: string,
  { limit, offset, active_only, group_id }: MonitorListQuery,
): Promise<MonitorList> {
  const { rows: counted } = await sql.query<{ total: number }>(
    `SELECT count(*)::int AS total FROM monitor JOIN schedule USING (id)
     WHERE monitor.account_id = $1 AND (NOT $2 OR next_run_at IS NOT NULL) AND ($3::uuid IS NULL OR group_id = $3)`,
    [accountId, active_only, group_id ?? null],
  )
  const { rows } = await sql.query<MonitorRow>(
    `SELECT ${MONITOR_COLUMNS} FROM ${MONITORS}
     WHERE own.account_id = $1 AND (NOT $2 OR own."nextRunAt" IS NOT NULL) AND ($5::uuid IS NULL OR monitor.group_id = $5)
     ORDER BY own.id LIMIT $3 OFFSET $4`,
    [accountId, active_only, limit, offset, group_id ?? null],
  )
  return { monitors: rows.map(presentMonitor), total: counted[0]!.total, limit, offset }
}

/** Throws NOT_FOUND. */
export async function resetNoise(sql: Queryable, accountId: string, id: string): Promise<void> {
  const { rowCount } = await sql.query('SELECT FROM monitor WHERE id = $1 AND account_id = $2', [
    id,
    accountId,
  ])
  if (rowCount === 0) noSuch('monitor')
  await sql.query('UPDATE monitor_page SET mask = NULL WHERE monitor_id = $1 AND mask IS NOT NULL', [id])
}
