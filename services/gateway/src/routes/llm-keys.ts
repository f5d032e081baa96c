import { actorOf } from '@gleaner/audit-log'
import { ApiError } from '@gleaner/contracts'
import { checkTargetUrl } from '@gleaner/intake'
import {
  createLlmKey as create,
  createGuardedFetch,
  type KeyHolder,
  listLlmKeys as list,
  openLlmKey,
  readLlmKey,
  deleteLlmKey as remove,
  tryKey,
  updateLlmKey as update,
} from '@gleaner/llm'
import type { AnyCall, Handler } from '../handler.ts'
import { replyOnce } from '../reply-once.ts'
import { uuidOrNotFound } from '../uuid-or-not-found.ts'

/** The caller's keys at providers of language models: GET, POST /llm-keys; GET, PATCH, DELETE /llm-keys/{llm_key_id}; POST .../test. */
export const listLlmKeys: Handler<'listLlmKeys'> = async (ctx, { caller, query, response }) => {
  response.json(await list(ctx.integrations, caller.accountId, query))
}

export const createLlmKey: Handler<'createLlmKey'> = async (ctx, call) => {
  if (call.body.base_url !== undefined) checkTargetUrl(ctx, call.body.base_url, 'base_url')
  await replyOnce(ctx, call, 201, (transaction) =>
    create(ctx.jobs.secretBox, transaction, holderOf(call.caller), call.body),
  )
}

export const getLlmKey: Handler<'getLlmKey'> = async (ctx, { caller, params, response }) => {
  response.json(await readLlmKey(ctx.integrations, caller.accountId, uuidOrNotFound(params.llm_key_id)))
}

export const updateLlmKey: Handler<'updateLlmKey'> = async (ctx, { caller, params, body, response }) => {
  if (body.base_url !== undefined) checkTargetUrl(ctx, body.base_url, 'base_url')
  const id = uuidOrNotFound(params.llm_key_id)
  response.json(await update(ctx.integrations, holderOf(caller), id, body))
}

export const deleteLlmKey: Handler<'deleteLlmKey'> = async (ctx, { caller, params, response }) => {
  await remove(ctx.integrations, holderOf(caller), uuidOrNotFound(params.llm_key_id))
  response.status(204).end()
}

export const testLlmKey: Handler<'testLlmKey'> = async (ctx, { caller, params, response, signal }) => {
  const id = uuidOrNotFound(params.llm_key_id)
  const key = await openLlmKey(ctx.jobs, caller.accountId, { id })
  if (!key) throw new ApiError('NOT_FOUND', 'There is no such key in this account.')
  // A test key never leaves the service.
  if (caller.test) return void response.json({ ok: true, model: key.model, latency_ms: 0 })
  const guarded = createGuardedFetch(ctx.egress)
  try {
    response.json(
      await ctx.modelTests.with(caller.accountId, signal, (within) => tryKey(guarded, key, within)),
    )
  } finally {
    await guarded.close()
  }
}

function holderOf(caller: NonNullable<AnyCall['caller']>): KeyHolder {
  return { accountId: caller.accountId, actor: actorOf(caller) }
}
