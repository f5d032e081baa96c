import { type Caller, deleteLimit, readLimit, setLimit, type UserCaller } from '@gleaner/accounts'
import { actorOf } from '@gleaner/audit-log'
import type { AccountLimits, ApiKeyLimits, SpendLimit } from '@gleaner/contracts'
import type { Handler } from '../handler.ts'

/** GET, PUT, DELETE /account/limits. */
export const getAccountLimits: Handler<'getAccountLimits'> = async ({ db }, { caller, response }) => {
  response.json(ofAccount(caller, await readLimit(db, caller.accountId)))
}

export const setAccountLimits: Handler<'setAccountLimits'> = async ({ db }, { caller, body, response }) => {
  response.json(ofAccount(caller, await setLimit(db, holderOf(caller), body)))
}

export const deleteAccountLimits: Handler<'deleteAccountLimits'> = async ({ db }, { caller, response }) => {
  await deleteLimit(db, holderOf(caller))
  response.status(204).end()
}

/** GET, PUT, DELETE /api-keys/{key_id}/limits. */
export const getApiKeyLimits: Handler<'getApiKeyLimits'> = async ({ db }, { caller, params, response }) => {
  response.json(ofKey(params.key_id, await readLimit(db, caller.accountId, params.key_id)))
}

export const setApiKeyLimits: Handler<'setApiKeyLimits'> = async (
  { db },
  { caller, params, body, response },
) => {
  response.json(ofKey(params.key_id, await setLimit(db, holderOf(caller), body, params.key_id)))
}

export const deleteApiKeyLimits: Handler<'deleteApiKeyLimits'> = async (
  { db },
  { caller, params, response },
) => {
  await deleteLimit(db, holderOf(caller), params.key_id)
  response.status(204).end()
}

function ofAccount({ accountId, userId }: Caller, limits: SpendLimit | null): AccountLimits {
  return { account_id: accountId, user_id: userId ?? null, has_limits: limits !== null, limits }
}

function ofKey(keyId: string, limits: SpendLimit | null): ApiKeyLimits {
  return { api_key_id: keyId, has_limits: limits !== null, limits }
}

function holderOf(caller: UserCaller) {
  return { accountId: caller.accountId, actor: actorOf(caller) }
}
