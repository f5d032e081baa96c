import { authorityOf, type Caller } from '@gleaner/accounts'
import { ApiError, type Issue, invalidRequest, type ScheduleCreate } from '@gleaner/contracts'
import { checkDestination } from '@gleaner/exports'
import { checkFirstPrice, checkWebhookUrl, prepareWork } from '@gleaner/intake'
import {
  type Author,
  kindsOf,
  readTiming,
  type ScheduleContent,
  TimingFault,
  type Work,
} from '@gleaner/schedules'
import type { Context } from '../context.ts'

/** What a request makes of a schedule, or would leave of it. */
export type Given = Pick<
  ScheduleCreate,
  'name' | 'schedule' | 'cron' | 'timezone' | 'webhook_url' | 'export'
> &
  Work

/**
 * Checks a whole schedule: its times, and its work as if it were sent now. Throws what a run would be refused for, but for places, and for money
 * where that may be lacking.
 */
export async function checkContent(
  ctx: Context,
  caller: Caller,
  given: Given,
  mayLackMoney = false,
): Promise<ScheduleContent> {
  const webhookUrl = given.webhook_url && checkWebhookUrl(ctx, given.webhook_url)
  const { text, timing } = timingOf(given)
  const work = workOf(given)
  if (given.export) await checkExport(ctx, caller, work, given.export)
  const prepared = await prepareWork(ctx, caller, work, webhookUrl)
  if (!mayLackMoney) await checkFirstPrice(ctx.jobs.pool, caller, prepared)
  const { name, timezone } = given
  const after = { webhookUrl: webhookUrl ?? null, export: given.export ?? null }
  return { name, kind: kindsOf(work)[0]!, work, text, timing, timezone, ...after }
}

/** An error of what stands in a field, with the names that its fields have from outside. */
function within(field: string, { code, message, details }: ApiError): ApiError {
  const issues = (details?.issues ?? []) as Issue[]
  const named = issues.map((issue) => ({ ...issue, path: `${field}.${issue.path}` }))
  return code === 'INVALID_REQUEST'
    ? invalidRequest(named)
    : new ApiError(code, `${field}.${message}`, { issues: named })
}

async function checkExport(
  { jobs }: Context,
  { accountId }: Caller,
  work: Work,
  request: NonNullable<Given['export']>,
): Promise<void> {
  const kind = kindsOf(work).find((kind) => kind === 'map' || kind === 'search')
  if (kind) throw invalidRequest([{ path: 'export', message: `has no effect on a ${kind}; leave it out` }])
  try {
    await checkDestination(jobs.pool, accountId, request)
  } catch (error) {
    throw error instanceof ApiError ? within('export', error) : error
  }
}

export function authorOf(caller: Caller): Author {
  return { ...authorityOf(caller), test: caller.test }
}

/** When it runs, as a text. */
export function textOf(schedule: NonNullable<Given['schedule']>): string {
  return typeof schedule === 'object' ? `every ${schedule.every.replace(/^every /i, '')}` : schedule
}

function timingOf({ schedule, cron, timezone }: Given) {
  const text = schedule === undefined ? cron : textOf(schedule)
  if (text === undefined)
    throw invalidRequest([
      { path: 'schedule', message: 'is required: when it runs, such as "every weekday at 9am"' },
    ])
  if (schedule !== undefined && cron !== undefined && cron !== schedule)
    throw invalidRequest([{ path: 'cron', message: 'and schedule are the same field; send one of them' }])
  try {
    return { text, timing: readTiming(text, timezone) }
  } catch (error) {
    if (!(error instanceof TimingFault)) throw error
    const path = error.field === 'schedule' && schedule === undefined ? 'cron' : error.field
    throw invalidRequest([{ path, message: error.message }])
  }
}

/** Without what is absent: null is. */
function workOf({ urls, crawl, map, search, options, formats, session_id, screenshots }: Work): Work {
  const entries = Object.entries({ urls, crawl, map, search, options, formats, session_id, screenshots })
  return Object.fromEntries(entries.filter(([, value]) => value != null))
}
