import type { Caller } from '@gleaner/accounts'
import type { Monitor, MonitorUpdate } from '@gleaner/contracts'
import { transaction } from '@gleaner/db'
import { ownSettings, readMonitorRow, rewriteMonitor, settingsOf } from '@gleaner/monitors'
import { openSchedule } from '@gleaner/schedules'
import type { Context } from '../context.ts'
import { authorOf } from '../schedules/check-content.ts'
import { checkMonitorContent, type NamedMonitor, readSettings, type Target } from './check-monitor.ts'
import { findGroup } from './find-group.ts'

/** Changes the named fields of a monitor, checks all of it as if the caller had sent it, and lets it act for them from now on. */
export async function changeMonitor(
  ctx: Context,
  caller: Caller,
  id: string,
  update: MonitorUpdate,
  signal: AbortSignal,
  isResumed = false,
): Promise<Monitor> {
  const { pool } = ctx.jobs
  using _place = await ctx.batchPlaces.acquire(caller.accountId, signal)
  const before = await openMonitor(ctx, caller.accountId, id)
  const groupId = update.group_id === undefined ? before.groupId : update.group_id
  const group = await findGroup(ctx, caller, groupId)
  const content = await checkMonitorContent(ctx, caller, { ...merge(before, update), group })
  return await transaction(pool, (sql) =>
    rewriteMonitor(ctx.jobs, sql, authorOf(caller), before, content, isResumed),
  )
}

export type OpenedMonitor = Awaited<ReturnType<typeof openMonitor>>

/** A monitor with what it fetches as it was sent. Throws NOT_FOUND. */
export async function openMonitor({ jobs }: Context, accountId: string, id: string) {
  const opened = await openSchedule(jobs, jobs.pool, accountId, id, 'monitor')
  const { watch, notifyOn, groupId, own } = await readMonitorRow(jobs.pool, accountId, id)
  return { ...opened, watch, notifyOn, groupId, own }
}

const TARGETS = ['url', 'urls', 'crawl', 'map', 'search'] as const
const TIMES = ['check_interval', 'schedule', 'cron'] as const

/** Another target replaces the one before, with all that held for it; another mode what the one before compares. A setting that is null is none. */
function merge(before: OpenedMonitor, update: MonitorUpdate): Omit<NamedMonitor, 'group'> {
  const isOtherTarget = TARGETS.some((target) => update[target] != null)
  const isOtherMode = update.diff_mode !== undefined && update.diff_mode !== before.watch.mode
  const isOtherTime = TIMES.some((time) => update[time] !== undefined)
  const kept = settingsOf(ownSettings(before), (name) => {
    if (name === 'check_interval') return !isOtherTime
    if (name === 'options') return !isOtherTarget && update.options === undefined
    if (name === 'monitor_selectors' || name === 'monitor_fields')
      return !isOtherMode && update[name] === undefined
    return update[name] === undefined
  })
  const { url, urls, crawl, map, search, session_id, screenshots = before.work.screenshots } = update
  const target: Target = isOtherTarget
    ? { url, urls, crawl, map, search, session_id, screenshots }
    : { ...targetOf(before), screenshots, ...(session_id !== undefined && { session_id }) }
  return { name: update.name ?? before.name, target, own: { ...kept, ...readSettings(update) } }
}

export function targetOf({ work }: Pick<OpenedMonitor, 'work'>): Target {
  const { urls, crawl, map, search, session_id, screenshots } = work
  return { urls, crawl, map, search, session_id, screenshots }
}
