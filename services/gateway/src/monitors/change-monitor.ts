import type { Caller } from '@gleaner/accounts'
import type { Monitor, MonitorUpdate } from '@gleaner/contracts'
import { transaction } from '@gleaner/db'
import { readMonitorRow, rewriteMonitor, type StoredWatch } from '@gleaner/monitors'
import { type OpenedSchedule, openSchedule } from '@gleaner/schedules'
import type { Context } from '../context.ts'
import { authorOf } from '../schedules/check-content.ts'
import { checkMonitorContent, type GivenMonitor } from './check-monitor.ts'

type Before = OpenedSchedule & { watch: StoredWatch; notifyOn: Monitor['notify_on'] }

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
  const opened = await openSchedule(ctx.jobs, pool, caller.accountId, id, 'monitor')
  const { watch, notifyOn } = await readMonitorRow(pool, caller.accountId, id)
  const before = { ...opened, watch, notifyOn }
  const content = await checkMonitorContent(ctx, caller, merge(before, update))
  return await transaction(pool, (sql) =>
    rewriteMonitor(ctx.jobs, sql, authorOf(caller), before, content, isResumed),
  )
}

const TARGETS = ['url', 'urls', 'crawl', 'map', 'search'] as const
const TIMES = ['check_interval', 'schedule', 'cron'] as const

/** Another target replaces the one before, with all that held for it; another mode what the one before compares. */
function merge(before: Before, update: MonitorUpdate): GivenMonitor {
  const { watch, work } = before
  const isOtherTarget = TARGETS.some((target) => update[target] != null)
  const isOtherMode = update.diff_mode !== undefined && update.diff_mode !== watch.mode
  const times = TIMES.some((time) => update[time] !== undefined) ? {} : { schedule: before.timing }
  const { urls, crawl, map, search, session_id } = work
  return {
    name: before.name,
    timezone: before.timezone,
    notify_on: before.notifyOn,
    filters: watch.filters ?? undefined,
    ...times,
    ...(!isOtherMode && {
      monitor_selectors: watch.selectors ?? undefined,
      monitor_fields: watch.fields ?? undefined,
    }),
    ...(!isOtherTarget && { urls, crawl, map, search, options: work.options, session_id }),
    ...update,
    diff_mode: update.diff_mode ?? watch.mode,
    webhook_url: (update.webhook_url === undefined ? before.webhookUrl : update.webhook_url) ?? undefined,
  } as GivenMonitor
}
