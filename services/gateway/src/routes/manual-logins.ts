import { type Actor, actorOf } from '@gleaner/audit-log'
import { ApiError } from '@gleaner/contracts'
import { invalidRequest } from '@gleaner/contracts/invalid-request'
import { sessionDomain } from '@gleaner/cookie-rules/session-domain'
import { checkTargetUrl } from '@gleaner/intake'
import {
  type AskedLogin,
  announceLogin,
  askToKeep,
  awaitKept,
  beginLogin,
  endOwn,
  giveTicket,
  presentLogin,
  readLogin,
  readOpenLogins,
} from '@gleaner/manual-logins'
import { integrationIds } from '@gleaner/proxies'
import * as sessions from '@gleaner/sessions'
import type { Context } from '../context.ts'
import type { Handler } from '../handler.ts'
import { noteAct } from '../note-act.ts'
import { createOnce } from '../reply-once.ts'
import { holderOf } from '../session-call.ts'
import { uuidOrNotFound } from '../uuid-or-not-found.ts'

/** Logins by hand: GET, POST /manual-logins; GET, DELETE /manual-logins/{manual_login_id}; POST .../tickets and .../keep. */
export const createManualLogin: Handler<'createManualLogin'> = async (ctx, call) => {
  const { body, caller, request } = call
  const { accountId, apiKeyId } = caller
  const { origin, ...asked } = await checkAsked(ctx, accountId, body)
  if (caller.test)
    throw new ApiError(
      'FORBIDDEN',
      'A test key reaches sample pages alone, which have no sign-in; use a live key.',
    )
  const actor = actorOf(caller)
  const login = await createOnce(ctx, call, 201, async (both) => {
    const row = await beginLogin(both.sql, { accountId, apiKeyId, actor, request: asked })
    const ticket = await giveTicket(both.sql, ctx.jobs.secretBox, row.id, {
      accountId,
      actor,
      origin: originOf(origin, request),
    })
    const details = { domain: asked.domain }
    await noteAct(both, caller, { action: 'manual_login.begun', target: `manual_login:${row.id}`, details })
    return { ...presentLogin(row), ...ticket! }
  })
  // The scheduler puts it on the queue again where that is away for a moment.
  await ctx.jobs.producer
    .add('manual-login', { manualLoginId: login.id }, { id: login.id })
    .catch((error: unknown) => {
      ctx.logger.warn({ err: error }, 'a login by hand could not be queued')
    })
  call.response.status(201).json(login)
}

export const listManualLogins: Handler<'listManualLogins'> = async ({ db }, { caller, response }) => {
  const logins = await readOpenLogins(db.pool, caller.accountId, actorOf(caller) as Actor)
  response.json({ manual_logins: logins.map(presentLogin), total: logins.length })
}

export const getManualLogin: Handler<'getManualLogin'> = async (ctx, { caller, params, response }) => {
  response.json(presentLogin(await find(ctx, caller.accountId, params.manual_login_id)))
}

export const createManualLoginTicket: Handler<'createManualLoginTicket'> = async (ctx, call) => {
  const { body, caller, params, request, response } = call
  const { accountId } = caller
  const { id, endedAt } = await find(ctx, accountId, params.manual_login_id)
  if (endedAt) throw hasEnded()
  const ticket = await giveTicket(ctx.db.pool, ctx.jobs.secretBox, id, {
    accountId,
    actor: actorOf(caller),
    origin: originOf(body.origin, request),
  })
  if (!ticket)
    throw new ApiError(
      'CONFLICT',
      'Only who has begun a login by hand sees its browser; begin one of your own.',
    )
  response.status(201).json(ticket)
}

export const keepManualLogin: Handler<'keepManualLogin'> = async (ctx, call) => {
  const { body, caller, params, response, signal } = call
  const { accountId } = caller
  const found = await find(ctx, accountId, params.manual_login_id)
  const domain = body.domain === undefined ? undefined : checkDomain(body.domain)
  if (!found.sessionId) {
    if (!(await askToKeep(ctx.db.pool, accountId, found.id, { ...body, domain })))
      throw found.endedAt
        ? hasEnded()
        : new ApiError('CONFLICT', 'The browser is not open yet; sign in first.')
    announceLogin(ctx.jobs.pubSub, found.id)
  }
  const kept = found.sessionId ? found : await awaitKept(ctx.jobs, accountId, found.id, signal)
  if (!kept)
    throw new ApiError('SERVICE_UNAVAILABLE', 'The browser did not answer in time; repeat the request.')
  if (kept.keepError) throw new ApiError(kept.keepError.code, kept.keepError.message, kept.keepError.details)
  if (!kept.sessionId) throw hasEnded()
  response.json(await sessions.readSession(ctx.db.pool, holderOf(caller), kept.sessionId))
}

export const endManualLogin: Handler<'endManualLogin'> = async (ctx, { caller, params, response }) => {
  const { id } = await find(ctx, caller.accountId, params.manual_login_id)
  const isEnded = await ctx.db.transaction(({ sql }) =>
    endOwn(sql, caller.accountId, actorOf(caller) as Actor, id),
  )
  if (isEnded) announceLogin(ctx.jobs.pubSub, id)
  response.status(204).end()
}

/** Throws URL_NOT_ALLOWED and INVALID_REQUEST. */
async function checkAsked(
  ctx: Context,
  accountId: string,
  { name, domain: given, ...asked }: Parameters<Handler<'createManualLogin'>>[1]['body'],
): Promise<AskedLogin & { origin?: string | undefined }> {
  checkTargetUrl(ctx, asked.url)
  const domain = checkDomain(given ?? new URL(asked.url).hostname)
  const { proxy_integration_id: proxy } = asked
  if (proxy !== undefined && !(await integrationIds(ctx.db.pool, accountId)).has(proxy))
    throw invalidRequest([
      { path: 'proxy_integration_id', message: 'is no proxy of this account; list them by GET /proxies' },
    ])
  return { ...asked, domain, name: name ?? domain }
}

/** Throws INVALID_REQUEST. */
function checkDomain(given: string): string {
  const { domain, fault } = sessionDomain(given)
  if (fault !== undefined) throw invalidRequest([{ path: 'domain', message: fault }])
  return domain
}

/** A browser names the origin of the page that asks; a program, who is none, the one of the page that it asks for. */
function originOf(
  given: string | undefined,
  request: { get(name: string): string | undefined },
): string | null {
  return given ?? request.get('origin') ?? null
}

async function find(ctx: Pick<Context, 'db'>, accountId: string, given: string) {
  const login = await readLogin(ctx.db.pool, accountId, uuidOrNotFound(given))
  if (!login) throw new ApiError('NOT_FOUND', 'There is no such login by hand. They are kept for a day.')
  return login
}

function hasEnded(): ApiError {
  return new ApiError('CONFLICT', 'The login by hand has ended; begin another one.')
}
