import { randomUUID } from 'node:crypto'
import { createApiKey, type UserCaller } from '@gleaner/accounts'
import { toCredits } from '@gleaner/billing'
import { ApiError, type OperatedAccount } from '@gleaner/contracts'
import * as operator from '@gleaner/operator'
import type { Context } from '../context.ts'
import type { Handler } from '../handler.ts'
import { actOn, operatorOf } from '../operator-call.ts'
import { replyOnce } from '../reply-once.ts'
import { uuidOrNotFound } from '../uuid-or-not-found.ts'

/** /operator/accounts: what the commands of `packages/tools/admin` do, for people whom `admin grant-operator` has named. */
export const listOperatedAccounts: Handler<'listOperatedAccounts'> = async ({ db }, { query, response }) => {
  const { accounts, total } = await operator.listAccounts(db, query)
  response.json({ accounts: accounts.map(showAccount), total })
}

export const openOperatedAccount: Handler<'openOperatedAccount'> = async (ctx, call) => {
  const { email, name = email, credits = ctx.config.SIGNUP_CREDITS, enterprise } = call.body
  const secret = await operator.newPassword()
  await replyOnce(ctx, call, 201, async (both) => {
    const account = { email, name, credits, enterprise }
    const { id, password, key } = await operator.openAccountFor(
      both,
      operatorOf(call.caller),
      account,
      secret,
    )
    return { account_id: id, email, password, api_key: key }
  })
}

export const getOperatedAccount: Handler<'getOperatedAccount'> = async ({ db }, { params, response }) => {
  response.json(showAccount(await operator.readAccount(db, params.account_id)))
}

export const blockAccount: Handler<'blockAccount'> = async (ctx, { caller, params, body, response }) => {
  if (uuidOrNotFound(params.account_id) === caller.accountId)
    throw new ApiError('CONFLICT', 'This is your own account: nobody could let you in again from here.')
  response.json(await block(ctx, caller, params.account_id, true, body.reason))
}

export const unblockAccount: Handler<'unblockAccount'> = async (ctx, { caller, params, response }) => {
  response.json(await block(ctx, caller, params.account_id, false))
}

async function block(
  { db }: Context,
  caller: UserCaller,
  id: string,
  blocked: boolean,
  reason?: string,
): Promise<{ account_id: string; blocked: boolean; changed: boolean }> {
  const act = actOn(caller, id)
  const changed = await db.transaction((both) => operator.setBlocked(both, act, blocked, reason))
  return { account_id: act.accountId, blocked, changed }
}

export const grantCredits: Handler<'grantCredits'> = async ({ db }, { caller, params, body, response }) => {
  const { credits, note, reference = randomUUID() } = body
  const act = actOn(caller, params.account_id)
  const { wasMadeBefore, availableCredits } = await db.transaction((both) =>
    operator.grantCredits(both, act, { credits, note, reference }),
  )
  const granted = wasMadeBefore ? 0 : credits
  response.json({
    account_id: act.accountId,
    granted_credits: granted,
    available_credits: availableCredits,
  })
}

export const setOperatedLimits: Handler<'setOperatedLimits'> = async ({ db }, call) => {
  const { caller, params, body, response } = call
  const act = actOn(caller, params.account_id)
  const limits = {
    enterprise: body.enterprise,
    requestsPerMinute: body.requests_per_minute,
    concurrentRequests: body.concurrent_requests,
  }
  await db.transaction((both) => operator.setLimits(both, act, limits))
  response.json(showAccount(await operator.readAccount(db, act.accountId)))
}

export const createOperatedKey: Handler<'createOperatedKey'> = async (ctx, call) => {
  const act = actOn(call.caller, call.params.account_id)
  await replyOnce(ctx, call, 201, async (both) => {
    await operator.lockAccount(both.sql, act.accountId)
    return await createApiKey(both, act, call.body)
  })
}

function showAccount(account: operator.OperatedAccount): OperatedAccount {
  return {
    id: account.id,
    name: account.name,
    kind: account.kind as OperatedAccount['kind'],
    emails: account.users.map(({ email }) => email),
    available_credits: toCredits(account.balance?.availableMicros ?? 0n),
    held_credits: toCredits(account.balance?.heldMicros ?? 0n),
    api_keys: account._count.apiKeys,
    enterprise: account.enterprise,
    requests_per_minute: account.requestsPerMinute,
    concurrent_requests: account.concurrentRequests,
    blocked_at: account.blockedAt?.toISOString() ?? null,
    created_at: account.createdAt.toISOString(),
  }
}
