import { transaction } from '@gleaner/db'
import {
  createSchedule as create,
  listSchedules as list,
  listRuns,
  pauseSchedule as pause,
  readSchedule,
  deleteSchedule as remove,
  runNow,
} from '@gleaner/schedules'
import type { Handler } from '../handler.ts'
import { createOnce, replyOnce } from '../reply-once.ts'
import { changeSchedule } from '../schedules/change-schedule.ts'
import { authorOf, checkContent } from '../schedules/check-content.ts'
import { uuidOrNotFound } from '../uuid-or-not-found.ts'

/** What an account has done again and again: GET, POST /schedules. */
export const listSchedules: Handler<'listSchedules'> = async ({ jobs }, { caller, query, response }) => {
  response.json(await list(jobs.pool, caller.accountId, query))
}

export const createSchedule: Handler<'createSchedule'> = async (ctx, call) => {
  const { body, caller, signal } = call
  using _place = await ctx.batchPlaces.acquire(caller.accountId, signal)
  const content = await checkContent(ctx, caller, body)
  await replyOnce(ctx, call, 201, ({ sql }) => create(ctx.jobs, sql, authorOf(caller), content))
}

/** GET, PATCH, DELETE /schedules/{schedule_id}. */
export const getSchedule: Handler<'getSchedule'> = async ({ jobs }, { caller, params, response }) => {
  response.json(await readSchedule(jobs.pool, caller.accountId, uuidOrNotFound(params.schedule_id)))
}

export const updateSchedule: Handler<'updateSchedule'> = async (ctx, call) => {
  const { body, caller, params, response, signal } = call
  response.json(await changeSchedule(ctx, caller, uuidOrNotFound(params.schedule_id), body, signal))
}

export const deleteSchedule: Handler<'deleteSchedule'> = async ({ jobs }, { caller, params, response }) => {
  const id = uuidOrNotFound(params.schedule_id)
  await transaction(jobs.pool, (sql) => remove(sql, caller.accountId, id))
  response.status(204).end()
}

/** POST .../pause, .../resume, .../run; GET .../runs. */
export const pauseSchedule: Handler<'pauseSchedule'> = async ({ jobs }, { caller, params, response }) => {
  const id = uuidOrNotFound(params.schedule_id)
  response.json(await transaction(jobs.pool, (sql) => pause({}, sql, caller.accountId, id)))
}

export const resumeSchedule: Handler<'resumeSchedule'> = async (
  ctx,
  { caller, params, response, signal },
) => {
  const id = uuidOrNotFound(params.schedule_id)
  response.json(await changeSchedule(ctx, caller, id, {}, signal, true))
}

export const runSchedule: Handler<'runSchedule'> = async (ctx, call) => {
  const id = uuidOrNotFound(call.params.schedule_id)
  const run = await createOnce(ctx, call, 202, ({ sql }) => runNow({}, sql, call.caller.accountId, id))
  call.response.status(202).json(run)
}

export const listScheduleRuns: Handler<'listScheduleRuns'> = async ({ jobs }, call) => {
  const { caller, params, query, response } = call
  response.json(await listRuns(jobs.pool, caller.accountId, uuidOrNotFound(params.schedule_id), query))
}
