import * as deletion from '@gleaner/account-deletion'
import * as accounts from '@gleaner/accounts'
import { ApiError, MICROS_PER_CREDIT } from '@gleaner/contracts'
import { networkKeyOf } from '@gleaner/rate-limits'
import type { Request } from 'express'
import type { Context } from '../context.ts'
import type { Handler } from '../handler.ts'
import { uuidOrNotFound } from '../uuid-or-not-found.ts'
import { visitorOf } from '../visitor-of.ts'

/** /auth/...: opening an account, signing in and out, passwords, and who is calling. */
export const register: Handler<'register'> = async (ctx, { body, request, response }) => {
  refuseWhenClosed(ctx)
  if (ctx.config.REGISTRATION === 'confirm') {
    await accounts.requestRegistration(ctx.db.pool, body)
    response.status(202).json({ status: 'accepted', message: 'A mail to this address tells how to go on.' })
  } else {
    const begun = await accounts.register(ctx.accounts, body, grantMicros(ctx), visitorOf(request))
    response.status('challenge' in begun ? 200 : 201).json(begun)
  }
}

/** Also where accounts are open at once: links were mailed before that was so. */
export const confirmRegistration: Handler<'confirmRegistration'> = async (
  ctx,
  { body, request, response },
) => {
  refuseWhenClosed(ctx)
  const visitor = visitorOf(request)
  const signedIn = await accounts.confirmRegistration(ctx.accounts, body, grantMicros(ctx), visitor)
  response.status(201).json(signedIn)
}

export const login: Handler<'login'> = async (ctx, { body, request, response }) => {
  const begun = await accounts.signIn(ctx.accounts, body, visitorOf(request))
  response.status('challenge' in begun ? 202 : 200).json(begun)
}

export const refresh: Handler<'refresh'> = async (ctx, { body, request, response }) => {
  response.json(await accounts.refreshSignIn(ctx.accounts, body.refresh_token, visitorOf(request)))
}

export const logout: Handler<'logout'> = async (ctx, { caller, response }) => {
  await accounts.endSignIn(ctx.db.pool, caller.sessionId)
  response.status(204).end()
}

export const forgotPassword: Handler<'forgotPassword'> = async (ctx, { body, response }) => {
  await accounts.requestPasswordReset(ctx.db.pool, body.email)
  const message = 'If this address has an account, a mail with a link to set a new password is on its way.'
  response.status(202).json({ status: 'accepted', message })
}

export const resetPassword: Handler<'resetPassword'> = async (ctx, { body, request, response }) => {
  await accounts.resetPassword(ctx.accounts, body, fromOf(ctx, request))
  response.json({ status: 'password_changed' })
}

export const changePassword: Handler<'changePassword'> = async (ctx, call) => {
  const { caller, body, request, response } = call
  const from = { publicUrl: ctx.config.PUBLIC_URL, visitor: visitorOf(request) }
  const session = await accounts.changePassword(ctx.accounts, caller.userId, body, from)
  response.json({ status: 'password_changed', ...session })
}

export const updateMe: Handler<'updateMe'> = async (ctx, { caller, body, response }) => {
  await accounts.updateProfile(ctx.db, caller, body)
  response.json(await accounts.describeCaller(ctx.db.pool, caller))
}

export const changeEmail: Handler<'changeEmail'> = async (ctx, { caller, body, request, response }) => {
  const changing = { userId: caller.userId, ...fromOf(ctx, request) }
  await accounts.requestEmailChange(ctx.accounts, changing, body)
  response.status(202).json({ status: 'accepted', message: 'A mail to the new address tells how to go on.' })
}

export const confirmEmail: Handler<'confirmEmail'> = async (ctx, { body, response }) => {
  await accounts.confirmEmailChange(ctx.accounts, body.token, ctx.config.PUBLIC_URL)
  response.json({ status: 'email_changed' })
}

export const undoEmail: Handler<'undoEmail'> = async (ctx, { body, response }) => {
  await accounts.undoEmailChange(ctx.accounts, body.token)
  response.json({ status: 'email_change_undone' })
}

export const listSignIns: Handler<'listSignIns'> = async (ctx, { caller, response }) => {
  response.json(await accounts.listSignIns(ctx.db.pool, caller.userId, caller.sessionId))
}

export const endSignIn: Handler<'endSignIn'> = async (ctx, { caller, params, response }) => {
  await accounts.endSignInOf(ctx.db, caller.userId, uuidOrNotFound(params.sign_in_id))
  response.status(204).end()
}

export const endSignIns: Handler<'endSignIns'> = async (ctx, { caller, query, response }) => {
  const keptId = query.current ? undefined : caller.sessionId
  response.json({ ended: await accounts.endOtherSignIns(ctx.db, caller.userId, keptId) })
}

export const getMe: Handler<'getMe'> = async (ctx, { caller, response }) => {
  response.json(await accounts.describeCaller(ctx.db.pool, caller))
}

export const deleteAccount: Handler<'deleteAccount'> = async (ctx, call) => {
  const { caller, query, body, request, response } = call
  const { accounts, jobs, logger } = ctx
  const context = { accounts, jobs, logger, ...fromOf(ctx, request) }
  await deletion.deleteAccount(context, caller, { ...query, ...body })
  response.json({ status: 'deleted' })
}

function refuseWhenClosed({ config }: Context): void {
  if (config.REGISTRATION === 'closed')
    throw new ApiError('FORBIDDEN', 'The operator of this service opens accounts; ask them for one.')
}

function networkOf({ ip }: Pick<Request, 'ip'>): string {
  return networkKeyOf(ip ?? '')
}

function fromOf({ config }: Context, request: Request) {
  return { publicUrl: config.PUBLIC_URL, network: networkOf(request) }
}

function grantMicros({ config }: Context): bigint {
  return BigInt(config.SIGNUP_CREDITS * MICROS_PER_CREDIT)
}
