import * as keys from '@gleaner/accounts'
import { actorOf } from '@gleaner/audit-log'
import type { Handler } from '../handler.ts'
import { replyOnce } from '../reply-once.ts'

/** GET, POST /api-keys; GET, PATCH, DELETE /api-keys/{key_id}; POST .../rotate; DELETE .../previous. */
export const listApiKeys: Handler<'listApiKeys'> = async ({ db }, { caller, query, response }) => {
  response.json(await keys.listApiKeys(db, caller.accountId, query))
}

export const createApiKey: Handler<'createApiKey'> = async (ctx, call) => {
  const { name, scopes, test, expires_at, allowed_ips: allowedIps } = call.body
  const expiresAt = expires_at === null ? null : new Date(expires_at)
  const details = { name, scopes, test, expiresAt, allowedIps, userId: call.caller.userId }
  await replyOnce(ctx, call, 201, (both) => keys.createApiKey(both, holderOf(call.caller), details))
}

export const getApiKey: Handler<'getApiKey'> = async ({ db }, { caller, params, response }) => {
  response.json(await keys.readApiKey(db, caller.accountId, params.key_id))
}

export const updateApiKey: Handler<'updateApiKey'> = async ({ db }, { caller, params, body, response }) => {
  response.json(await keys.updateApiKey(db, holderOf(caller), params.key_id, body))
}

export const rotateApiKey: Handler<'rotateApiKey'> = async (ctx, call) => {
  const { caller, params, body } = call
  await replyOnce(ctx, call, 201, (both) => keys.rotateApiKey(both, holderOf(caller), params.key_id, body))
}

export const endApiKeyOverlap: Handler<'endApiKeyOverlap'> = async ({ db }, { caller, params, response }) => {
  await db.transaction((both) => keys.endOverlap(both, holderOf(caller), params.key_id))
  response.status(204).end()
}

export const deleteApiKey: Handler<'deleteApiKey'> = async ({ db }, { caller, params, response }) => {
  await db.transaction((both) => keys.revokeApiKey(both, holderOf(caller), params.key_id))
  response.status(204).end()
}

function holderOf(caller: keys.UserCaller): keys.KeyHolder {
  return { accountId: caller.accountId, actor: actorOf(caller) }
}
