import { actorOf } from '@gleaner/audit-log'
import { ApiError } from '@gleaner/contracts'
import * as exports from '@gleaner/exports'
import { checkWebhookUrl } from '@gleaner/intake'
import { WAKE, WAKE_CHANNEL } from '@gleaner/jobs'
import { findBatch } from '../batches/find-batch.ts'
import type { Context } from '../context.ts'
import { findCrawl } from '../crawls/find-crawl.ts'
import type { AnyCall, Handler } from '../handler.ts'
import { replyOnce } from '../reply-once.ts'
import { uuidOrNotFound } from '../uuid-or-not-found.ts'

/** Where exports go: GET, POST /exports; GET, PATCH, DELETE /exports/{destination_id}; POST .../test. */
export const listExportDestinations: Handler<'listExportDestinations'> = async (
  ctx,
  { caller, query, response },
) => {
  response.json(await exports.listDestinations(ctx, caller.accountId, query))
}

export const createExportDestination: Handler<'createExportDestination'> = async (ctx, call) => {
  const destination = { ...call.body, ...checkedPlace(ctx, call.body) }
  await replyOnce(ctx, call, 201, (transaction) =>
    exports.createDestination(ctx.jobs.secretBox, transaction, holderOf(call.caller), destination),
  )
}

export const getExportDestination: Handler<'getExportDestination'> = async (
  ctx,
  { caller, params, response },
) => {
  const id = uuidOrNotFound(params.destination_id)
  response.json(await exports.readDestination(ctx, caller.accountId, id))
}

export const updateExportDestination: Handler<'updateExportDestination'> = async (
  ctx,
  { caller, params, body, response },
) => {
  const id = uuidOrNotFound(params.destination_id)
  const update = { ...body, ...checkedPlace(ctx, body) }
  response.json(await exports.updateDestination(ctx.integrations, holderOf(caller), id, update))
}

export const deleteExportDestination: Handler<'deleteExportDestination'> = async (
  ctx,
  { caller, params, response },
) => {
  await exports.deleteDestination(ctx, holderOf(caller), uuidOrNotFound(params.destination_id))
  response.status(204).end()
}

const TEST_DEADLINE_MS = 30_000

export const testExportDestination: Handler<'testExportDestination'> = async (
  ctx,
  { caller, params, response, signal },
) => {
  const id = uuidOrNotFound(params.destination_id)
  const destination = await exports.openDestination(ctx.jobs, caller.accountId, id)
  if (!destination) throw new ApiError('NOT_FOUND', 'There is no such export destination in this account.')
  // A test key never leaves the service.
  if (caller.test) return void response.json({ ok: true, latency_ms: 0 })
  const { pool, secretBox } = ctx.jobs
  const { EXPORT_FOLDERS, NODE_ENV } = ctx.config
  const httpsOnly = NODE_ENV === 'production'
  const targets = { pool, secretBox, egress: ctx.egress, folders: EXPORT_FOLDERS, httpsOnly }
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(TEST_DEADLINE_MS)])
  response.json(await exports.testDestination(targets, destination, deadline))
}

/** POST /batch/{batch_id}/export, POST /crawl/{crawl_id}/export. */
export const exportBatch: Handler<'exportBatch'> = async (ctx, call) => {
  const { id } = await findBatch(ctx, call.caller.accountId, call.params.batch_id)
  await replyOnce(ctx, call, 202, beginning(call, { kind: 'batch', id }, call.body))
  ctx.jobs.pubSub.publish(WAKE_CHANNEL, WAKE.exports, '')
}

export const exportCrawl: Handler<'exportCrawl'> = async (ctx, call) => {
  const { id } = await findCrawl(ctx, call.caller.accountId, call.params.crawl_id)
  await replyOnce(ctx, call, 202, beginning(call, { kind: 'crawl', id }, call.body))
  ctx.jobs.pubSub.publish(WAKE_CHANNEL, WAKE.exports, '')
}

function beginning(
  call: AnyCall,
  source: exports.ExportSource,
  request: exports.NewExport['request'],
): Parameters<typeof replyOnce>[3] {
  const { accountId } = call.caller!
  return async ({ sql }) => {
    const id = await exports.beginExport(sql, { accountId, source, request })
    return await exports.readExport(sql, accountId, id)
  }
}

/** GET /exports/runs; GET, DELETE /exports/runs/{export_id}. */
export const listExports: Handler<'listExports'> = async ({ jobs }, { caller, query, response }) => {
  response.json(await exports.listExports(jobs.pool, caller.accountId, query))
}

export const getExport: Handler<'getExport'> = async ({ jobs }, { caller, params, response }) => {
  response.json(await exports.readExport(jobs.pool, caller.accountId, uuidOrNotFound(params.export_id)))
}

export const cancelExport: Handler<'cancelExport'> = async ({ jobs }, { caller, params, response }) => {
  const id = uuidOrNotFound(params.export_id)
  const run = await exports.cancelExport(jobs.pool, caller.accountId, id)
  jobs.pubSub.publish(WAKE_CHANNEL, WAKE.exports, '')
  response.json(run)
}

/** Checks where a destination is. Whoever connects, or writes, checks it again. */
function checkedPlace(
  ctx: Context,
  {
    endpoint,
    url,
    path,
  }: { endpoint?: string | undefined; url?: string | undefined; path?: string | undefined },
) {
  if (endpoint !== undefined) checkWebhookUrl(ctx, endpoint, 'endpoint')
  return {
    ...(url !== undefined && { url: checkWebhookUrl(ctx, url, 'url') }),
    ...(path !== undefined && { path: exports.checkFolder(ctx.config.EXPORT_FOLDERS, path) }),
  }
}

function holderOf(caller: NonNullable<AnyCall['caller']>): exports.DestinationHolder {
  return { accountId: caller.accountId, actor: actorOf(caller) }
}
