import * as deletion from '@gleaner/account-deletion'
import * as accounts from '@gleaner/accounts'
import { ApiError, MICROS_PER_CREDIT } from '@gleaner/contracts'
import { networkKeyOf } from '@gleaner/rate-limits'
import type { Request } from 'express'
import type { Context } from '../context.ts'
import type { Handler } from '../handler.ts'

/** /auth/...: opening an account, signing in and out, passwords, and who is calling. */
export const register: Handler<'register'> = async (ctx, { body, request, response }) => {
  refuseWhenClosed(ctx)
  if (ctx.config.REGISTRATION === 'confirm') {
    await accounts.requestRegistration(ctx.db.pool, body)
    response.status(202).json({ status: 'accepted', message: 'A mail to this address tells how to go on.' })
  } else {
    const signedIn = await accounts.register(ctx.accounts, body, grantMicros(ctx), networkOf(request))
    response.status(201).json(signedIn)
  }
}

/** Also where accounts are open at once: links were mailed before that was so. */
export const confirmRegistration: Handler<'confirmRegistration'> = async (
  ctx,
  { body, request, response },
) => {
  refuseWhenClosed(ctx)
  const network = networkOf(request)
  const signedIn = await accounts.confirmRegistration(ctx.accounts, body, grantMicros(ctx), network)
  response.status(201).json(signedIn)
}

export const login: Handler<'login'> = async (ctx, { body, request, response }) => {
  response.json(await accounts.signIn(ctx.accounts, body, networkOf(request)))
}

export const refresh: Handler<'refresh'> = async (ctx, { body, response }) => {
  response.json(await accounts.refreshSignIn(ctx.accounts, body.refresh_token))
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
  const session = await accounts.changePassword(ctx.accounts, caller.userId, body, fromOf(ctx, request))
  response.json({ status: 'password_changed', ...session })
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
