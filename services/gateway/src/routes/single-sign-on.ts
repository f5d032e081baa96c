import { ApiError } from '@gleaner/contracts'
import * as sso from '@gleaner/single-sign-on'
import type { Context } from '../context.ts'
import type { Handler } from '../handler.ts'
import { visitorOf } from '../visitor-of.ts'

/** /auth/login/sso...: signing in by the operator's provider. What they reply is in no cache. */
export const beginSingleSignOn: Handler<'beginSingleSignOn'> = async (ctx, { response }) => {
  response.setHeader('Cache-Control', 'no-store')
  response.json(await sso.beginSingleSignOn(ctx.accounts, singleSignOnOf(ctx)))
}

export const singleSignOn: Handler<'singleSignOn'> = async (ctx, { body, request, response }) => {
  const reply = await sso.signInByProvider(ctx.accounts, singleSignOnOf(ctx), body, visitorOf(request))
  response.setHeader('Cache-Control', 'no-store')
  response.status('access_token' in reply ? 200 : 202).json(reply)
}

export const connectSingleSignOn: Handler<'connectSingleSignOn'> = async (
  ctx,
  { body, request, response },
) => {
  const from = { publicUrl: ctx.config.PUBLIC_URL, visitor: visitorOf(request) }
  const reply = await sso.connectByPassword(ctx.accounts, singleSignOnOf(ctx), body, from)
  response.setHeader('Cache-Control', 'no-store')
  response.status('access_token' in reply ? 200 : 202).json(reply)
}

function singleSignOnOf({ singleSignOn }: Context): sso.SingleSignOn {
  if (singleSignOn) return singleSignOn
  throw new ApiError('NOT_FOUND', 'This server has no single sign-on; POST /auth/login takes a password.')
}
