import type { Monitor, PageState } from '@gleaner/contracts'
import { API_ROOT } from '@gleaner/contracts'
import { PAGE_STATES } from '@gleaner/contracts/schemas/monitors/settings'
import { presentSchedule, SCHEDULE_COLUMNS, type ScheduleRow } from '@gleaner/schedules'
import { ownSettings } from '../groups/settings-in-force.ts'
import type { StoredWatch } from '../watch.ts'

/** A monitor with its schedule. */
export interface MonitorRow extends ScheduleRow {
  watch: StoredWatch
  notifyOn: Monitor['notify_on']
  groupId: string | null
  /** Names of the settings that it sets itself. */
  own: string[]
  pages: Partial<Record<PageState, number>> | null
}

/** FROM and select list for MonitorRow. */
export const MONITORS = `(SELECT ${SCHEDULE_COLUMNS}, account_id FROM schedule WHERE is_monitor) AS own JOIN monitor USING (id)`
export const MONITOR_COLUMNS = `own.*, monitor.watch, monitor.notify_on AS "notifyOn", monitor.group_id AS "groupId", monitor.own,
  (SELECT json_object_agg(state, pages) FROM (SELECT state, count(*)::int AS pages FROM monitor_page WHERE monitor_id = monitor.id GROUP BY state) AS counted) AS pages`

/** One address is a target of its own. */
const isOne = ({ kind, work }: ScheduleRow) => kind === 'batch' && work.urls?.length === 1

export function presentMonitor(row: MonitorRow): Monitor {
  const {
    kind: _,
    formats: __,
    urls,
    options,
    schedule,
    next_run_at,
    spread_seconds: ___,
    export: ____,
    ...shown
  } = presentSchedule(row)
  const { mode, selectors, fields, filters } = row.watch
  const ofFetches = options == null ? {} : { options: withoutOurs(options as Record<string, unknown>) }
  return {
    ...shown,
    group_id: row.groupId,
    own: { ...ownSettings(row), ...(row.own.includes('options') && ofFetches) },
    target: row.kind === 'batch' ? (isOne(row) ? 'url' : 'list') : row.kind,
    ...(urls && (isOne(row) ? { url: urls[0] } : { urls })),
    ...ofFetches,
    screenshots: row.work.screenshots ?? false,
    check_interval: schedule,
    next_check_at: next_run_at,
    diff_mode: mode,
    monitor_selectors: selectors,
    monitor_fields: fields,
    filters,
    notify_on: row.notifyOn,
    pages: Object.fromEntries(
      PAGE_STATES.map((state) => [state, row.pages?.[state] ?? 0]),
    ) as Monitor['pages'],
    feed_url: `${API_ROOT}/monitors/${row.id}/feed.atom`,
  }
}

/** What a monitor sets itself (`workOf`). */
function withoutOurs(options: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).filter(([name]) => name !== 'formats'))
}
