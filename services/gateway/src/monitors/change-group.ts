import type { Caller } from '@gleaner/accounts'
import {
  ApiError,
  type MonitorGroup,
  type MonitorGroupCreate,
  type MonitorGroupUpdate,
  type MonitorSettings,
} from '@gleaner/contracts'
import { transaction } from '@gleaner/db'
import {
  changedMeanwhile,
  lockMembers,
  type MonitorContent,
  memberIds,
  type OpenedGroup,
  openGroup,
  ownSettings,
  readGroup,
  rewriteGroup,
  rewriteMonitor,
  settingsInForce,
  settingsOf,
  storedWatch,
} from '@gleaner/monitors'
import type { Context } from '../context.ts'
import { authorOf, checkContent } from '../schedules/check-content.ts'
import { type OpenedMonitor, openMonitor, targetOf } from './change-monitor.ts'
import { checkMonitorContent, checkWatch } from './check-monitor.ts'

/**
 * Changes the named settings of a group and of all its monitors that take them from it, or nothing: each is checked as if the caller had changed it,
 * and acts for them from now on.
 */
export async function changeGroup(
  ctx: Context,
  caller: Caller,
  id: string,
  update: MonitorGroupUpdate,
  signal: AbortSignal,
): Promise<MonitorGroup> {
  const { pool } = ctx.jobs
  using _place = await ctx.batchPlaces.acquire(caller.accountId, signal)
  const before = await openGroup(ctx.jobs, pool, caller.accountId, id)
  if (before.test !== caller.test)
    throw new ApiError(
      'CONFLICT',
      `This group was made with a ${before.test ? 'test' : 'live'} key, and is changed with such a key only.`,
    )
  const { name = before.name, ...given } = update
  const settings = settingsOf({ ...before.settings, ...given })
  await checkSettings(ctx, caller, settings)
  const members = await memberIds(pool, id)
  const changed: { monitor: OpenedMonitor; content: MonitorContent }[] = []
  for (const memberId of members) {
    signal.throwIfAborted()
    const monitor = await openMonitor(ctx, caller.accountId, memberId)
    if (isChanged(monitor, before.settings, settings))
      changed.push({ monitor, content: await checkMember(ctx, caller, monitor, { ...before, settings }) })
  }
  await transaction(pool, async (sql) => {
    const locked = await lockMembers(sql, before)
    if (locked.join() !== members.join()) throw changedMeanwhile()
    for (const { monitor, content } of changed)
      await rewriteMonitor(ctx.jobs, sql, authorOf(caller), monitor, content, false)
    await rewriteGroup(ctx.jobs, sql, id, { name, settings })
  })
  return await readGroup(pool, caller.accountId, id)
}

/** Checks the settings of a group by themselves: whatever its monitors are. */
export async function checkSettings(
  ctx: Context,
  caller: Caller,
  settings: Omit<MonitorGroupCreate, 'name'>,
): Promise<void> {
  const { check_interval, timezone, webhook_url, options } = settingsInForce({}, settings, {})
  await checkWatch(storedWatch({ diff_mode: 'semantic', ...settings }))
  const of = { name: 'any', schedule: check_interval, timezone, webhook_url }
  await checkContent(ctx, caller, { ...of, urls: [ANY_URL], options, formats: ['html'] }, true)
}

/** Stands for the page of a monitor. */
const ANY_URL = 'https://example.com/'

function isChanged(monitor: OpenedMonitor, before: MonitorSettings, after: MonitorSettings): boolean {
  const inForce = (group: MonitorSettings) =>
    JSON.stringify(Object.entries(settingsInForce(ownSettings(monitor), group, targetOf(monitor))).sort())
  return inForce(before) !== inForce(after)
}

/** Throws what refuses the settings for a monitor, which it names. */
async function checkMember(
  ctx: Context,
  caller: Caller,
  monitor: OpenedMonitor,
  group: OpenedGroup,
): Promise<MonitorContent> {
  const { id, name } = monitor
  const named = { name, target: targetOf(monitor), own: ownSettings(monitor), group }
  try {
    return await checkMonitorContent(ctx, caller, named, true)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new ApiError(error.code, `It does not fit the monitor "${name}" (${id}): ${error.message}`, {
      ...error.details,
      monitor_id: id,
    })
  }
}
