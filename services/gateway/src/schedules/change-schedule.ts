import type { Caller } from '@gleaner/accounts'
import type { Schedule, ScheduleUpdate } from '@gleaner/contracts'
import { transaction } from '@gleaner/db'
import { kindsOf, type OpenedSchedule, openSchedule, rewriteSchedule } from '@gleaner/schedules'
import type { Context } from '../context.ts'
import { authorOf, checkContent, type Given } from './check-content.ts'

/**
 * Changes the named fields of a schedule, checks all of it as if the caller had sent it, and lets it act for them from now on: nobody makes a
 * schedule do by somebody else's rights what they may not do themselves.
 */
export async function changeSchedule(
  ctx: Context,
  caller: Caller,
  id: string,
  update: ScheduleUpdate,
  signal: AbortSignal,
  isResumed = false,
): Promise<Schedule> {
  const { pool } = ctx.jobs
  using _place = await ctx.batchPlaces.acquire(caller.accountId, signal)
  const before = await openSchedule(ctx.jobs, pool, caller.accountId, id, 'schedule')
  const content = await checkContent(ctx, caller, merge(before, update))
  return await transaction(pool, (sql) =>
    rewriteSchedule(ctx.jobs, sql, authorOf(caller), before, content, isResumed),
  )
}

/** Another kind of work replaces the one before, with all that held for it. */
function merge(
  before: OpenedSchedule,
  { webhook_url, schedule, cron, export: exported, ...update }: ScheduleUpdate,
): Given {
  const isOtherKind = kindsOf(update).some((kind) => kind !== before.kind)
  return {
    name: before.name,
    timezone: before.timezone,
    ...(isOtherKind ? {} : before.work),
    ...update,
    ...(schedule === undefined && cron === undefined ? { schedule: before.timing } : { schedule, cron }),
    // Nothing of these is exported.
    export:
      (exported === undefined && update.map == null && update.search == null ? before.export : exported) ??
      undefined,
    webhook_url: webhook_url === undefined ? (before.webhookUrl ?? undefined) : (webhook_url ?? undefined),
  }
}
