import * as support from '@gleaner/support'
import type { AnyCall, Handler } from '../handler.ts'
import { replyOnce } from '../reply-once.ts'
import { supportOf } from '../support-context.ts'

/** Questions to the operator: GET, POST /support/tickets; GET /support/tickets/{ticket_id}; POST .../reply, .../close. */
export const listTickets: Handler<'listTickets'> = async ({ db }, { caller, query, response }) => {
  response.json(await support.listTickets(db.pool, caller.accountId, query))
}

export const createTicket: Handler<'createTicket'> = async (ctx, call) => {
  await replyOnce(ctx, call, 201, ({ sql }) =>
    support.openTicket(sql, supportOf(ctx), askerOf(call.caller), call.body),
  )
}

export const getTicket: Handler<'getTicket'> = async ({ db }, { caller, params, response }) => {
  response.json(await support.readTicket(db.pool, caller.accountId, params.ticket_id))
}

export const replyToTicket: Handler<'replyToTicket'> = async (ctx, call) => {
  const { caller, params, body } = call
  await replyOnce(ctx, call, 201, ({ sql }) =>
    support.replyToTicket(sql, supportOf(ctx), askerOf(caller), params.ticket_id, body.message),
  )
}

export const closeTicket: Handler<'closeTicket'> = async ({ db }, { caller, params, response }) => {
  const { accountId } = caller
  response.json(await db.transaction(({ sql }) => support.closeTicket(sql, accountId, params.ticket_id)))
}

/** POST /support/tickets/public: of somebody without an account. */
export const createPublicTicket: Handler<'createPublicTicket'> = async (ctx, { body, response }) => {
  const readableId = await ctx.db.transaction(({ sql }) =>
    support.openPublicTicket(sql, supportOf(ctx), body),
  )
  const message = 'The operator has your question. The answer comes by mail.'
  response.status(202).json({ status: 'accepted', readable_id: readableId, message })
}

function askerOf({ accountId, userId }: NonNullable<AnyCall['caller']>): support.Asker {
  return { accountId, userId: userId ?? null }
}
