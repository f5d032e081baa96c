import { transaction } from '@gleaner/db'
import {
  atomFeed,
  checkOfRun,
  createMonitor as create,
  drawChart,
  listMonitors as list,
  listChanges,
  listChecks,
  listFieldHistory,
  listPages,
  listSnapshots,
  readChangePictures,
  readFieldSeries,
  readMonitor,
  readSnapshot,
  resetNoise,
} from '@gleaner/monitors'
import { pauseSchedule, deleteSchedule as remove, runNow } from '@gleaner/schedules'
import type { Handler } from '../handler.ts'
import { changeMonitor } from '../monitors/change-monitor.ts'
import { checkMonitorContent, readSettings } from '../monitors/check-monitor.ts'
import { openComparison } from '../monitors/compare-change.ts'
import { findGroup } from '../monitors/find-group.ts'
import { createOnce, replyOnce } from '../reply-once.ts'
import { authorOf } from '../schedules/check-content.ts'
import { sendFile } from '../send-file.ts'
import { uuidOrNotFound } from '../uuid-or-not-found.ts'

/** Pages that an account has watched: GET, POST /monitors. */
export const listMonitors: Handler<'listMonitors'> = async ({ jobs }, { caller, query, response }) => {
  response.json(await list(jobs.pool, caller.accountId, query))
}

export const createMonitor: Handler<'createMonitor'> = async (ctx, call) => {
  const { body, caller, signal } = call
  using _place = await ctx.batchPlaces.acquire(caller.accountId, signal)
  const { name, group_id, url, urls, crawl, map, search, session_id, screenshots } = body
  const group = await findGroup(ctx, caller, group_id)
  const target = { url, urls, crawl, map, search, session_id, screenshots }
  const content = await checkMonitorContent(ctx, caller, { name, target, own: readSettings(body), group })
  await replyOnce(ctx, call, 201, ({ sql }) => create(ctx.jobs, sql, authorOf(caller), content))
}

/** GET, PATCH, DELETE /monitors/{monitor_id}. */
export const getMonitor: Handler<'getMonitor'> = async ({ jobs }, { caller, params, response }) => {
  response.json(await readMonitor(jobs.pool, caller.accountId, uuidOrNotFound(params.monitor_id)))
}

export const updateMonitor: Handler<'updateMonitor'> = async (ctx, call) => {
  const { body, caller, params, response, signal } = call
  response.json(await changeMonitor(ctx, caller, uuidOrNotFound(params.monitor_id), body, signal))
}

export const deleteMonitor: Handler<'deleteMonitor'> = async ({ jobs }, { caller, params, response }) => {
  const id = uuidOrNotFound(params.monitor_id)
  await transaction(jobs.pool, (sql) => remove(sql, caller.accountId, id, 'monitor'))
  response.status(204).end()
}

/** POST .../pause, .../resume, .../check; GET .../checks. */
export const pauseMonitor: Handler<'pauseMonitor'> = async ({ jobs }, { caller, params, response }) => {
  const id = uuidOrNotFound(params.monitor_id)
  const { accountId } = caller
  await transaction(jobs.pool, (sql) => pauseSchedule({}, sql, accountId, id, 'caller', 'monitor'))
  response.json(await readMonitor(jobs.pool, accountId, id))
}

export const resumeMonitor: Handler<'resumeMonitor'> = async (ctx, { caller, params, response, signal }) => {
  const id = uuidOrNotFound(params.monitor_id)
  response.json(await changeMonitor(ctx, caller, id, {}, signal, true))
}

export const checkMonitor: Handler<'checkMonitor'> = async (ctx, call) => {
  const id = uuidOrNotFound(call.params.monitor_id)
  const { accountId } = call.caller
  const run = await createOnce(ctx, call, 202, async ({ sql }) =>
    checkOfRun(await runNow({}, sql, accountId, id, 'monitor')),
  )
  call.response.status(202).json(run)
}

export const listMonitorChecks: Handler<'listMonitorChecks'> = async ({ jobs }, call) => {
  const { caller, params, query, response } = call
  response.json(await listChecks(jobs.pool, caller.accountId, uuidOrNotFound(params.monitor_id), query))
}

/** What is known of the pages: GET .../pages, .../changes, .../snapshots, .../feed.atom; DELETE .../noise. */
export const listMonitorPages: Handler<'listMonitorPages'> = async ({ jobs }, call) => {
  const { caller, params, query, response } = call
  response.json(await listPages(jobs.pool, caller.accountId, uuidOrNotFound(params.monitor_id), query))
}

export const resetMonitorNoise: Handler<'resetMonitorNoise'> = async ({ jobs }, call) => {
  await resetNoise(jobs.pool, call.caller.accountId, uuidOrNotFound(call.params.monitor_id))
  call.response.status(204).end()
}

export const listMonitorChanges: Handler<'listMonitorChanges'> = async ({ jobs }, call) => {
  const { caller, params, query, response } = call
  response.json(await listChanges(jobs.pool, caller.accountId, uuidOrNotFound(params.monitor_id), query))
}

/** GET .../changes/{change_id}/picture.png. */
export const getMonitorChangePicture: Handler<'getMonitorChangePicture'> = async (ctx, call) => {
  const { caller, params, response, signal } = call
  const [id, changeId] = [uuidOrNotFound(params.monitor_id), uuidOrNotFound(params.change_id)]
  const pictures = await readChangePictures(ctx.jobs.pool, caller.accountId, id, changeId)
  await sendFile(response, await openComparison(ctx, caller.accountId, pictures, signal), signal)
}

/** GET .../fields/{field}/history, .../chart.svg. */
export const listMonitorFieldHistory: Handler<'listMonitorFieldHistory'> = async ({ jobs }, call) => {
  const { caller, params, query, response } = call
  const id = uuidOrNotFound(params.monitor_id)
  response.json(await listFieldHistory(jobs.pool, caller.accountId, id, params.field, query))
}

export const getMonitorFieldChart: Handler<'getMonitorFieldChart'> = async ({ jobs }, call) => {
  const { caller, params, query, response } = call
  const id = uuidOrNotFound(params.monitor_id)
  const series = await readFieldSeries(jobs.pool, caller.accountId, id, params.field, query)
  response
    .setHeader('Cache-Control', 'private, max-age=60')
    // Values of strangers' pages are text in it, whatever they say.
    .setHeader('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
  response.type('image/svg+xml').send(drawChart(series))
}

export const listMonitorSnapshots: Handler<'listMonitorSnapshots'> = async ({ jobs }, call) => {
  const { caller, params, query, response } = call
  response.json(await listSnapshots(jobs.pool, caller.accountId, uuidOrNotFound(params.monitor_id), query))
}

export const getMonitorSnapshot: Handler<'getMonitorSnapshot'> = async ({ jobs }, call) => {
  const { caller, params, response } = call
  const id = uuidOrNotFound(params.monitor_id)
  response.json(await readSnapshot(jobs.pool, caller.accountId, id, params.snapshot_id))
}

const FEED_ENTRIES = 50

export const getMonitorFeed: Handler<'getMonitorFeed'> = async (
  { jobs, config },
  { caller, params, response },
) => {
  const id = uuidOrNotFound(params.monitor_id)
  const monitor = await readMonitor(jobs.pool, caller.accountId, id)
  const { changes } = await listChanges(jobs.pool, caller.accountId, id, { limit: FEED_ENTRIES, offset: 0 })
  response.type('application/atom+xml').send(atomFeed(monitor, changes, config.PUBLIC_URL.replace(/\/$/, '')))
}
