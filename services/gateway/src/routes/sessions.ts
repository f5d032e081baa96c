import * as sessions from '@gleaner/sessions'
import { speaks } from '../client-dialects.ts'
import type { Handler } from '../handler.ts'
import { replyOnce } from '../reply-once.ts'
import { holderOf, sessionId } from '../session-call.ts'

/** Stored logins: GET, POST /sessions; GET, PATCH, DELETE /sessions/{session_id}; POST .../refresh. */
export const listSessions: Handler<'listSessions'> = async ({ db }, { caller, query, response }) => {
  response.json(await sessions.listSessions(db.pool, holderOf(caller), query))
}

export const createSession: Handler<'createSession'> = async (ctx, call) => {
  const session = await sessions.readNewSession(call.body)
  await replyOnce(ctx, call, 200, (both) =>
    sessions.createSession(both, ctx.jobs.secretBox, holderOf(call.caller), session),
  )
}

export const getSession: Handler<'getSession'> = async ({ db }, { caller, params, response }) => {
  response.json(await sessions.readSession(db.pool, holderOf(caller), sessionId(params)))
}

export const updateSession: Handler<'updateSession'> = async (ctx, { caller, params, body, response }) => {
  const id = sessionId(params)
  response.json(
    await ctx.db.transaction((both) =>
      sessions.updateSession(both, ctx.jobs.secretBox, holderOf(caller), id, body),
    ),
  )
}

export const deleteSession: Handler<'deleteSession'> = async ({ db }, call) => {
  const { caller, params, request, response } = call
  const id = sessionId(params)
  await db.transaction((both) => sessions.deleteSession(both, holderOf(caller), id))
  if (speaks('wantsDeletedBody', request)) response.json({ deleted: true })
  else response.status(204).end()
}

export const refreshSession: Handler<'refreshSession'> = async (ctx, call) => {
  const { caller, params, response, signal, body } = call
  const id = sessionId(params)
  const cookies = body?.cookies
  if (cookies === undefined) {
    await sessions.requestValidation(ctx.jobs, holderOf(caller), id, { isTest: caller.test, signal })
    response.json(await sessions.readSession(ctx.db.pool, holderOf(caller), id))
    return
  }
  await replyOnce(ctx, call, 200, (both) =>
    sessions.refreshSession(both, ctx.jobs.secretBox, holderOf(caller), id, { ...body, cookies }),
  )
}
