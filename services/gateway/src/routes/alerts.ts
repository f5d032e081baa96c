import {
  type AlertsContext,
  awaitAlertTest,
  createRule,
  deleteRule,
  listHistory,
  listRules,
  queueAlertTest,
  type RuleHolder,
  readRule,
  updateRule,
} from '@gleaner/alerts'
import { actorOf } from '@gleaner/audit-log'
import type { AlertChannel } from '@gleaner/contracts'
import { checkWebhookUrl } from '@gleaner/intake'
import { WAKE, WAKE_CHANNEL } from '@gleaner/jobs'
import type { Context } from '../context.ts'
import type { AnyCall, Handler } from '../handler.ts'
import { replyOnce } from '../reply-once.ts'
import { uuidOrNotFound } from '../uuid-or-not-found.ts'

/** Rules of alerts: GET, POST /alerts/rules; GET, PATCH, DELETE /alerts/rules/{rule_id}; POST .../test. */
export const listAlertRules: Handler<'listAlertRules'> = async (ctx, { caller, query, response }) => {
  response.json(await listRules(ctx, caller.accountId, query))
}

export const createAlertRule: Handler<'createAlertRule'> = async (ctx, call) => {
  const rule = { ...call.body, channels: checkChannels(ctx, call.body.channels) }
  await replyOnce(ctx, call, 201, (both) => createRule(ctx.jobs.secretBox, both, holderOf(call.caller), rule))
}

export const getAlertRule: Handler<'getAlertRule'> = async (ctx, { caller, params, response }) => {
  response.json(await readRule(ctx, caller.accountId, uuidOrNotFound(params.rule_id)))
}

export const updateAlertRule: Handler<'updateAlertRule'> = async (ctx, call) => {
  const { caller, params, body, response } = call
  const id = uuidOrNotFound(params.rule_id)
  const channels = body.channels && checkChannels(ctx, body.channels)
  const update = { ...body, ...(channels && { channels }) }
  response.json(await updateRule(alertsOf(ctx), holderOf(caller), id, update))
}

export const deleteAlertRule: Handler<'deleteAlertRule'> = async (ctx, { caller, params, response }) => {
  await deleteRule(ctx, holderOf(caller), uuidOrNotFound(params.rule_id))
  response.status(204).end()
}

export const testAlertRule: Handler<'testAlertRule'> = async (ctx, call) => {
  const { caller, params, response, signal } = call
  const context = { ...alertsOf(ctx), publicUrl: ctx.config.PUBLIC_URL }
  const test = await queueAlertTest(context, caller.accountId, uuidOrNotFound(params.rule_id))
  ctx.jobs.pubSub.publish(WAKE_CHANNEL, WAKE.webhooks, '')
  const { isEnded, result } = await awaitAlertTest(ctx.db.pool, test, signal)
  response.status(isEnded ? 200 : 202).json(result)
}

/** GET /alerts/history. */
export const listAlertHistory: Handler<'listAlertHistory'> = async ({ db }, { caller, query, response }) => {
  response.json(await listHistory(db.pool, caller.accountId, query))
}

/** Addresses as they will be called. Throws INVALID_REQUEST or URL_NOT_ALLOWED, and names the channel. */
function checkChannels(ctx: Context, channels: readonly AlertChannel[]): AlertChannel[] {
  return channels.map((channel, at) =>
    'url' in channel && channel.url !== undefined
      ? { ...channel, url: checkWebhookUrl(ctx, channel.url, `channels.${at}.url`) }
      : channel,
  )
}

function alertsOf({ db, jobs }: Context): AlertsContext {
  return { db, secretBox: jobs.secretBox }
}

function holderOf(caller: NonNullable<AnyCall['caller']>): RuleHolder {
  return { accountId: caller.accountId, actor: actorOf(caller) }
}
