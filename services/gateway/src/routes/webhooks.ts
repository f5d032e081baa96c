import type { Caller } from '@gleaner/accounts'
import { actorOf } from '@gleaner/audit-log'
import { checkWebhookUrl } from '@gleaner/intake'
import { WAKE, WAKE_CHANNEL } from '@gleaner/jobs'
import * as endpoints from '@gleaner/outgoing-webhooks/endpoints'
import type { Handler } from '../handler.ts'
import { replyOnce } from '../reply-once.ts'
import { uuidOrNotFound } from '../uuid-or-not-found.ts'

/** An account's own webhooks: GET, POST /webhooks; GET, PATCH, DELETE /webhooks/{webhook_id}; POST .../test. */
export const listWebhooks: Handler<'listWebhooks'> = async ({ db }, { caller, query, response }) => {
  response.json(await endpoints.listEndpoints(db, caller.accountId, query))
}

export const createWebhook: Handler<'createWebhook'> = async (ctx, call) => {
  const webhook = { ...call.body, url: checkWebhookUrl(ctx, call.body.url, 'url') }
  await replyOnce(ctx, call, 201, (both) =>
    endpoints.createEndpoint(both, ctx.jobs.secretBox, holderOf(call.caller), webhook),
  )
}

export const getWebhook: Handler<'getWebhook'> = async ({ db }, { caller, params, response }) => {
  response.json(await endpoints.readEndpoint(db, caller.accountId, uuidOrNotFound(params.webhook_id)))
}

export const updateWebhook: Handler<'updateWebhook'> = async (ctx, { caller, params, body, response }) => {
  const id = uuidOrNotFound(params.webhook_id)
  const url = body.url && checkWebhookUrl(ctx, body.url, 'url')
  const update = { ...body, ...(url && { url }) }
  response.json(await endpoints.updateEndpoint(ctx.db, ctx.jobs.secretBox, holderOf(caller), id, update))
}

export const deleteWebhook: Handler<'deleteWebhook'> = async ({ db }, { caller, params, response }) => {
  const id = uuidOrNotFound(params.webhook_id)
  await db.transaction((both) => endpoints.deleteEndpoint(both, holderOf(caller), id))
  response.status(204).end()
}

export const testWebhook: Handler<'testWebhook'> = async (ctx, { caller, params, response, signal }) => {
  const { pool } = ctx.db
  const id = uuidOrNotFound(params.webhook_id)
  const deliveryId = await endpoints.queueTest(pool, caller.accountId, id)
  ctx.jobs.pubSub.publish(WAKE_CHANNEL, WAKE.webhooks, '')
  const { isEnded, result } = await endpoints.awaitTest(pool, deliveryId, signal)
  response.status(isEnded ? 200 : 202).json(result)
}

/** GET /webhooks/secret, POST /webhooks/secret/rotate. */
export const getWebhookSecret: Handler<'getWebhookSecret'> = async ({ jobs }, { caller, response }) => {
  response.json(await endpoints.showSecret(jobs, caller.accountId))
}

export const rotateWebhookSecret: Handler<'rotateWebhookSecret'> = async (ctx, call) => {
  await replyOnce(ctx, call, 200, (both) =>
    endpoints.replaceSecret(both, ctx.jobs.secretBox, holderOf(call.caller), call.body),
  )
}

function holderOf(caller: Caller): endpoints.Holder {
  return { accountId: caller.accountId, actor: actorOf(caller) }
}
