import { transaction } from '@gleaner/db'
import { createGroup, listGroups, readGroup, deleteGroup as remove } from '@gleaner/monitors'
import type { Handler } from '../handler.ts'
import { changeGroup, checkSettings } from '../monitors/change-group.ts'
import { readSettings } from '../monitors/check-monitor.ts'
import { replyOnce } from '../reply-once.ts'
import { uuidOrNotFound } from '../uuid-or-not-found.ts'

/** Settings that monitors share: GET, POST /monitor-groups; GET, PATCH, DELETE /monitor-groups/{group_id}. */
export const listMonitorGroups: Handler<'listMonitorGroups'> = async ({ jobs }, call) => {
  const { caller, query, response } = call
  response.json(await listGroups(jobs.pool, caller.accountId, query))
}

export const createMonitorGroup: Handler<'createMonitorGroup'> = async (ctx, call) => {
  const { body, caller, signal } = call
  using _place = await ctx.batchPlaces.acquire(caller.accountId, signal)
  const settings = readSettings(body)
  await checkSettings(ctx, caller, settings)
  await replyOnce(ctx, call, 201, ({ sql }) =>
    createGroup(ctx.jobs, sql, caller, { name: body.name, settings }),
  )
}

export const getMonitorGroup: Handler<'getMonitorGroup'> = async ({ jobs }, { caller, params, response }) => {
  response.json(await readGroup(jobs.pool, caller.accountId, uuidOrNotFound(params.group_id)))
}

export const updateMonitorGroup: Handler<'updateMonitorGroup'> = async (ctx, call) => {
  const { body, caller, params, response, signal } = call
  response.json(await changeGroup(ctx, caller, uuidOrNotFound(params.group_id), body, signal))
}

export const deleteMonitorGroup: Handler<'deleteMonitorGroup'> = async ({ jobs }, call) => {
  const { caller, params, response } = call
  await transaction(jobs.pool, (sql) => remove(sql, caller.accountId, uuidOrNotFound(params.group_id)))
  response.status(204).end()
}
