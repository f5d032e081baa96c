import {
  createTemplate as create,
  listTemplates as list,
  readTemplate,
  deleteTemplate as remove,
  updateTemplate as update,
} from '@gleaner/templates'
import { checkSelectors } from '../check-template.ts'
import type { Handler } from '../handler.ts'
import { replyOnce } from '../reply-once.ts'
import { uuidOrNotFound } from '../uuid-or-not-found.ts'

/** The caller's own selectors: GET, POST /templates; GET, PATCH, DELETE /templates/{template_id}. */
export const listTemplates: Handler<'listTemplates'> = async (ctx, { caller, query, response }) => {
  response.json(await list(ctx, caller.accountId, query))
}

export const createTemplate: Handler<'createTemplate'> = async (ctx, call) => {
  checkSelectors(call.body)
  await replyOnce(ctx, call, 201, ({ prisma }) => create(prisma, call.caller.accountId, call.body))
}

export const getTemplate: Handler<'getTemplate'> = async (ctx, { caller, params, response }) => {
  response.json(await readTemplate(ctx, caller.accountId, uuidOrNotFound(params.template_id)))
}

export const updateTemplate: Handler<'updateTemplate'> = async (ctx, { caller, params, body, response }) => {
  checkSelectors(body)
  response.json(await update(ctx, caller.accountId, uuidOrNotFound(params.template_id), body))
}

export const deleteTemplate: Handler<'deleteTemplate'> = async (ctx, { caller, params, response }) => {
  await remove(ctx, caller.accountId, uuidOrNotFound(params.template_id))
  response.status(204).end()
}
