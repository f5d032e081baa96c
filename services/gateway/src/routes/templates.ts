import { checkScrape, checkSelectors } from '@gleaner/intake'
import {
  createTemplate as create,
  listTemplates as list,
  readTemplate,
  deleteTemplate as remove,
  updateTemplate as update,
} from '@gleaner/templates'
import { runExtraction } from '../extract/run-extraction.ts'
import type { Handler } from '../handler.ts'
import { noteAct } from '../note-act.ts'
import { replyOnce } from '../reply-once.ts'
import { uuidOrNotFound } from '../uuid-or-not-found.ts'

/** The caller's own selectors: GET, POST /templates; GET, PATCH, DELETE /templates/{template_id}; POST …/test. */
export const listTemplates: Handler<'listTemplates'> = async (ctx, { caller, query, response }) => {
  response.json(await list(ctx, caller.accountId, query))
}

export const createTemplate: Handler<'createTemplate'> = async (ctx, call) => {
  await checkSelectors(call.body)
  await replyOnce(ctx, call, 201, async (both) => {
    const made = await create(both, call.caller.accountId, call.body)
    await noteAct(both, call.caller, { action: 'template.created', target: `template:${made.id}` })
    return made
  })
}

export const getTemplate: Handler<'getTemplate'> = async (ctx, { caller, params, response }) => {
  response.json(await readTemplate(ctx, caller.accountId, uuidOrNotFound(params.template_id)))
}

export const updateTemplate: Handler<'updateTemplate'> = async (ctx, { caller, params, body, response }) => {
  await checkSelectors(body)
  const id = uuidOrNotFound(params.template_id)
  const changed = await ctx.db.transaction(async (both) => {
    const details = { fields: Object.keys(body) }
    await noteAct(both, caller, { action: 'template.updated', target: `template:${id}`, details })
    return await update(both, caller.accountId, id, body)
  })
  response.json(changed)
}

export const deleteTemplate: Handler<'deleteTemplate'> = async (ctx, { caller, params, response }) => {
  const id = uuidOrNotFound(params.template_id)
  await ctx.db.transaction(async (both) => {
    await remove(both, caller.accountId, id)
    await noteAct(both, caller, { action: 'template.deleted', target: `template:${id}` })
  })
  response.status(204).end()
}

export const testTemplate: Handler<'testTemplate'> = async (ctx, call) => {
  const { caller, params, body } = call
  const template = await readTemplate(ctx, caller.accountId, uuidOrNotFound(params.template_id))
  const { scrape } = body
  if (!scrape.supplied) await checkScrape(ctx, caller, scrape)
  const { id, name, fields, list } = template
  scrape.template = id
  scrape.selectors = { name, fields, list, traced: true }
  await runExtraction(ctx, call, { kind: 'template test', template: { id, name } })
}
