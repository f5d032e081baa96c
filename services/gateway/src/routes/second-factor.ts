import * as accounts from '@gleaner/accounts'
import { networkKeyOf } from '@gleaner/rate-limits'
import type { Request } from 'express'
import type { Context } from '../context.ts'
import type { Handler } from '../handler.ts'
import { uuidOrNotFound } from '../uuid-or-not-found.ts'
import { visitorOf } from '../visitor-of.ts'

/** /auth/...: authenticator apps, recovery codes and passkeys. What they reply is in no cache. */
export const getSecondFactor: Handler<'getSecondFactor'> = async ({ db }, { caller, response }) => {
  response.json(await accounts.describeSecondFactor(db.pool, caller.userId))
}

export const beginTotp: Handler<'beginTotp'> = async (ctx, { caller, body, request, response }) => {
  response.setHeader('Cache-Control', 'no-store')
  response.json(await accounts.beginTotp(ctx.accounts, changingOf(ctx, caller, request), body.password))
}

export const confirmTotp: Handler<'confirmTotp'> = async (ctx, { caller, body, request, response }) => {
  response.setHeader('Cache-Control', 'no-store')
  response.json(await accounts.confirmTotp(ctx.accounts, changingOf(ctx, caller, request), body.code))
}

export const removeTotp: Handler<'removeTotp'> = async (ctx, { caller, body, request, response }) => {
  await accounts.removeTotp(ctx.accounts, changingOf(ctx, caller, request), body)
  response.status(204).end()
}

export const renewRecoveryCodes: Handler<'renewRecoveryCodes'> = async (ctx, call) => {
  const { caller, body, request, response } = call
  response.setHeader('Cache-Control', 'no-store')
  response.json(await accounts.renewRecoveryCodes(ctx.accounts, changingOf(ctx, caller, request), body.code))
}

export const loginSecondFactor: Handler<'loginSecondFactor'> = async (ctx, { body, request, response }) => {
  response.json(await accounts.answerChallenge(ctx.accounts, body, visitorOf(request)))
}

export const listPasskeys: Handler<'listPasskeys'> = async ({ db }, { caller, response }) => {
  response.json(await accounts.listPasskeys(db.pool, caller.userId))
}

export const passkeyOptions: Handler<'passkeyOptions'> = async (ctx, { caller, body, request, response }) => {
  const changing = { ...changingOf(ctx, caller, request), sessionId: caller.sessionId }
  response.json(await accounts.beginPasskey(ctx.accounts, ctx.relyingParty, changing, body))
}

export const addPasskey: Handler<'addPasskey'> = async (ctx, { caller, body, request, response }) => {
  const changing = { ...changingOf(ctx, caller, request), sessionId: caller.sessionId }
  response.status(201).json(await accounts.addPasskey(ctx.accounts, ctx.relyingParty, changing, body))
}

export const renamePasskey: Handler<'renamePasskey'> = async ({ db }, { caller, params, body, response }) => {
  const id = uuidOrNotFound(params.passkey_id)
  response.json(await accounts.renamePasskey(db, caller.userId, id, body))
}

export const removePasskey: Handler<'removePasskey'> = async (ctx, { caller, params, request, response }) => {
  const id = uuidOrNotFound(params.passkey_id)
  await accounts.removePasskey(ctx.accounts, changingOf(ctx, caller, request), id)
  response.status(204).end()
}

export const loginPasskeyOptions: Handler<'loginPasskeyOptions'> = async (ctx, { response }) => {
  response.json(await accounts.askForPasskey(ctx.accounts, ctx.relyingParty))
}

export const loginPasskey: Handler<'loginPasskey'> = async (ctx, { body, request, response }) => {
  const { credential } = body
  const signedIn = accounts.signInWithPasskey(ctx.accounts, ctx.relyingParty, credential, visitorOf(request))
  response.json(await signedIn)
}

function changingOf(
  { config }: Pick<Context, 'config'>,
  { userId }: { userId: string },
  request: Request,
): accounts.Changing {
  return { userId, network: networkKeyOf(request.ip ?? ''), publicUrl: config.PUBLIC_URL }
}
