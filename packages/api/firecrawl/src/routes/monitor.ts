import { isUuid, type Monitor, type MonitorList } from '@gleaner/contracts'
import type { DoorCall, DoorHandler } from '../call.ts'
import { badRequest, DoorError } from '../door-error.ts'
import { KEPT_DAYS, MONITOR_FIELDS } from '../fields/monitor-fields.ts'
import { createDraft, type Draft } from '../translate/draft.ts'
import { translate } from '../translate/translate.ts'
import { warningOf } from './scrape.ts'

/** POST /monitor. */
export const postMonitor: DoorHandler = async (call) => {
  const draft = await read(call)
  for (const name of ['name', 'schedule', 'targets'])
    if (draft.given[name] === undefined) throw badRequest(`${name} is required`, [name], 'invalid_type')
  const { body } = await call.ours.ask<Monitor>('POST', '/monitors', draft.request)
  return { success: true, data: presentMonitor(body), ...warningOf(draft) }
}

/** GET /monitor. */
export const listMonitors: DoorHandler = async (call) => {
  const { body } = await call.ours.ask<MonitorList>('GET', `/monitors?${pageQuery(call)}`)
  return { success: true, data: body.monitors.map(presentMonitor) }
}

/** GET /monitor/{id}. */
export const getMonitor: DoorHandler = async (call) => {
  const { body } = await call.ours.ask<Monitor>('GET', pathOf(call))
  return { success: true, data: presentMonitor(body) }
}

/** PATCH /monitor/{id}. */
export const patchMonitor: DoorHandler = async (call) => {
  const draft = await read(call)
  const { status, webhook } = draft.given
  if (webhook === null) draft.request.webhook_url = null
  if (Object.keys(draft.request).length > 0) await call.ours.ask('PATCH', pathOf(call), draft.request)
  if (status !== undefined)
    await call.ours.ask('POST', `${pathOf(call)}/${status === 'paused' ? 'pause' : 'resume'}`)
  const { body } = await call.ours.ask<Monitor>('GET', pathOf(call))
  return { success: true, data: presentMonitor(body), ...warningOf(draft) }
}

/** DELETE /monitor/{id}. */
export const deleteMonitor: DoorHandler = async (call) => {
  await call.ours.ask('DELETE', pathOf(call))
  return { success: true }
}

/** A monitor has one target. */
export const TARGET_ID = 'target-1'

async function read(call: DoorCall): Promise<Draft> {
  const draft = createDraft(call.dialect, await call.body())
  translate(MONITOR_FIELDS, draft.given as Record<string, unknown>, draft)
  return draft
}

/** Of ours. */
export function pathOf({ request }: DoorCall): string {
  const id = String(request.params.monitorId)
  if (!isUuid(id)) throw new DoorError(404, 'NOT_FOUND', 'Monitor not found')
  return `/monitors/${id}`
}

function pageQuery({ request }: DoorCall): URLSearchParams {
  const { limit, offset } = request.query as Record<string, string | undefined>
  return new URLSearchParams({
    ...(limit !== undefined && { limit }),
    ...(offset !== undefined && { offset }),
  })
}

function presentMonitor(monitor: Monitor): object {
  const { pages, check_interval, timezone } = monitor
  const cron = monitor.cron ?? cronOf(monitor.every_seconds)
  return {
    id: monitor.id,
    name: monitor.name,
    status: monitor.status,
    schedule: { ...(cron === undefined ? { text: check_interval } : { cron }), timezone },
    nextRunAt: monitor.next_check_at,
    lastRunAt: null,
    currentCheckId: null,
    targets: [targetOf(monitor)],
    webhook: monitor.webhook_url === null ? null : { url: monitor.webhook_url },
    notification: null,
    retentionDays: KEPT_DAYS,
    estimatedCreditsPerMonth: null,
    lastCheckSummary: summaryOf(pages),
    goal: null,
    judgeEnabled: false,
    createdAt: monitor.created_at,
    updatedAt: monitor.updated_at,
  }
}

/** Steps that cron can say. */
function cronOf(seconds: number | null): string | undefined {
  const minutes = (seconds ?? 0) / 60
  if (minutes >= 1 && minutes < 60 && 60 % minutes === 0) return `*/${minutes} * * * *`
  const hours = minutes / 60
  if (hours >= 1 && hours < 24 && 24 % hours === 0) return `0 */${hours} * * *`
  return hours === 24 ? '0 0 * * *' : undefined
}

function targetOf({ target, url, urls, crawl, search }: Monitor): object {
  const address = (entry: unknown) => (typeof entry === 'string' ? entry : Object(entry).url)
  switch (target) {
    case 'crawl':
      return { id: TARGET_ID, type: 'crawl', url: address(crawl) }
    case 'search':
      return { id: TARGET_ID, type: 'search', queries: [Object(search).query] }
    default:
      return {
        id: TARGET_ID,
        type: 'scrape',
        urls: url === undefined ? (urls ?? []).map(address) : [address(url)],
      }
  }
}

export function summaryOf(pages: Record<string, number> | null) {
  const { same = 0, changed = 0, new: added = 0, removed = 0, error = 0 } = pages ?? {}
  return { totalPages: same + changed + added + removed + error, same, changed, new: added, removed, error }
}
