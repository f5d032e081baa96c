import {
  acceptBatch,
  analyzeBatches,
  type BatchRow,
  cancelBatch as cancel,
  listBatches as list,
  type NewBatch,
  presentBatch,
  readInlineResults,
  readItems as readItemStatuses,
  readSkipped,
} from '@gleaner/batches'
import { toCredits } from '@gleaner/billing'
import {
  API_ROOT,
  ApiError,
  type Batch,
  type BatchAccepted,
  type BatchResults,
  type BatchResultsQuery,
  MESSAGES,
  NO_LABELS,
  presentLabels,
  RETENTION,
  type ScrapeRequest,
  sentLabels,
  toBatchId,
  withoutLabels,
} from '@gleaner/contracts'
import { retryWhileUnavailable } from '@gleaner/db'
import {
  askAgain,
  checkItems,
  checkWaitingWebhooks,
  checkWebhookUrl,
  createItemFaults,
  type ItemFaults,
  makeBatch,
  notEnded,
  readItems,
} from '@gleaner/intake'
import { CONFIRM_MS, readRequestsOfBatch, WAKE, WAKE_CHANNEL } from '@gleaner/jobs'
import { readBatchHeaders, readBatchWebhook } from '@gleaner/outgoing-webhooks'
import type { Response } from 'express'
import { placesIn, tellLineFaults } from '../batches/csv/sheet.ts'
import { findBatch, isOver } from '../batches/find-batch.ts'
import { resultsOf } from '../batches/results-of.ts'
import { type Accepted, confirmed } from '../confirmed.ts'
import type { Context } from '../context.ts'
import { sendCsv, wantsCsv } from '../csv.ts'
import type { Handler } from '../handler.ts'
import { acceptsLines, JSON_LINES } from '../json-lines.ts'
import { isNotModified } from '../not-modified.ts'
import { presentMany } from '../present-many.ts'
import { createOnce } from '../reply-once.ts'
import { writeChunk } from '../write-chunk.ts'

/** POST /batch: accepted whole or not at all. Its items then wait for their admission. */
export const createBatch: Handler<'createBatch'> = async (ctx, call) => {
  const { body, caller } = call
  const webhookUrl = body.webhook_url && checkWebhookUrl(ctx, body.webhook_url)
  await checkWaitingWebhooks(ctx, caller, webhookUrl, body.urls.length)
  using _place = await ctx.batchPlaces.acquire(caller.accountId, call.signal)
  const faults = createItemFaults(body.on_invalid, undefined, placesIn(call.request))
  tellLineFaults(call.request, faults)
  const requests = await checkItems(ctx, caller, await readItems(body, faults), faults)
  const made = await makeBatch(ctx, caller, requests, webhookUrl, body, faults)
  const batch = { ...made, webhookHeaders: body.webhook_headers }
  await acceptBatchOnce(ctx, call, batch, faults)
}

type AcceptCall = Parameters<Handler<'createBatch' | 'retryBatch'>>[1]

/** Accepts a batch, with its `Idempotency-Key` once. */
async function acceptBatchOnce(
  ctx: Context,
  call: AcceptCall,
  batch: NewBatch,
  { skipped }: ItemFaults,
  more: Partial<BatchAccepted> = {},
): Promise<void> {
  const { body, caller, response } = call
  // A test key's batch is not that of the same request with a live one.
  const asked = { ...call, body: caller.test ? { test: body } : body }
  const accepted = await confirmed(nameOf(batch), () =>
    createOnce(ctx, asked, 200, async ({ sql }) => {
      await acceptBatch(sql, ctx.jobs.secretBox, { ...batch, skipped })
      return { ...presentAccepted(batch), ...(skipped.length > 0 && { skipped }), ...more }
    }),
  )
  ctx.jobs.pubSub.publish(WAKE_CHANNEL, WAKE.admission, caller.accountId)
  response.status(200).json(accepted)
}

/** POST /batch/{batch_id}/retry: items that have ended, as a batch of their own. */
export const retryBatch: Handler<'retryBatch'> = async (ctx, call) => {
  const { body = { statuses: ['failed'] }, caller, params } = call
  const { statuses, on_invalid, webhook_url, webhook_headers, concurrency, ...changes } = body
  const row = await findBatch(ctx, caller.accountId, params.batch_id)
  if (row.finishedAt === null)
    throw notEnded('The batch has not ended; its items can be retried once it has.')
  const asked = await readRequestsOfBatch(ctx.jobs.pool, row.id, statuses)
  if (asked.length === 0)
    throw new ApiError('CONFLICT', `No item of the batch is ${statuses.join(' or ')}; name other statuses.`)
  const webhookUrl = webhook_url ? checkWebhookUrl(ctx, webhook_url) : (row.webhookUrl ?? undefined)
  await checkWaitingWebhooks(ctx, caller, webhookUrl, asked.length)
  using _place = await ctx.batchPlaces.acquire(caller.accountId, call.signal)
  const faults = createItemFaults(
    on_invalid,
    asked.map(({ index }) => index),
  )
  const again = asked.map((item, place) => {
    let request: ScrapeRequest | undefined
    faults.try(place, () => {
      request = { ...askAgain(item, withoutLabels(changes)), sync: false, webhook_url: undefined }
    })
    return request
  })
  const requests = await checkItems(ctx, caller, faults.pass(again), faults)
  const own = {
    ...presentLabels(row),
    ...sentLabels(changes),
    concurrency: concurrency ?? row.concurrency ?? undefined,
  }
  const made = await makeBatch(ctx, caller, requests, webhookUrl, own, faults)
  const webhookHeaders = webhook_url ? webhook_headers : await readBatchHeaders(ctx.jobs, row.id)
  const batch = { ...made, webhookHeaders }
  await acceptBatchOnce(ctx, call, batch, faults, { retry_of: toBatchId(row.id) })
}

function nameOf({ id }: NewBatch): Accepted {
  const batchId = toBatchId(id)
  return { name: 'batch', id: batchId, statusUrl: `${API_ROOT}/batch/${batchId}` }
}

function presentAccepted({
  id,
  jobs,
  estimatedMicros,
  webhookUrl,
  concurrency,
  labels = NO_LABELS,
}: NewBatch): BatchAccepted {
  return {
    batch_id: toBatchId(id),
    status: 'pending',
    total_jobs: jobs.length,
    total_urls: jobs.length,
    job_ids: jobs.map((job) => job.id),
    estimated_credits: toCredits(estimatedMicros),
    webhook_url: webhookUrl ?? null,
    concurrency: concurrency ?? null,
    ...presentLabels(labels),
  }
}

/** GET /batch/{batch_id}. */
export const getBatch: Handler<'getBatch'> = async (ctx, { caller, params, query, response, signal }) => {
  const row = await findBatch(ctx, caller.accountId, params.batch_id)
  const batch = await presentWhole(ctx, row, query.include_items)
  const withResults = query.include_results ?? row.finishedAt !== null
  if (!withResults || row.succeeded === 0 || batch.items.length === 0) {
    response.json(batch)
    return
  }
  await ctx.pages.inPlace(caller.accountId, signal, async (within) => {
    const results = await readInlineResults(ctx.jobs.pool, row.id)
    const reply = Buffer.from(withItemResults(batch, results))
    response.type('application/json').setHeader('Content-Length', reply.length)
    await writeChunk(response, reply, within)
    response.end()
  })
}

/** Results are spliced in as they are stored: nothing needs them parsed. */
function withItemResults({ items, ...batch }: Batch, results: ReadonlyMap<string, string>): string {
  const texts = items.map((item) => {
    const text = JSON.stringify(item)
    const result = results.get(item.job_id)
    return result === undefined ? text : `${text.slice(0, -1)},"result":${result}}`
  })
  return `${JSON.stringify(batch).slice(0, -1)},"items":[${texts.join(',')}]}`
}

async function presentWhole(ctx: Context, row: BatchRow, withItems = true): Promise<Batch> {
  const [webhook, skipped, items] = await Promise.all([
    row.webhookUrl === null
      ? undefined
      : readBatchWebhook(ctx.jobs.pool, { id: row.id, isOver: isOver(row) }),
    readSkipped(ctx.jobs.pool, row.id),
    withItems ? readItemStatuses(ctx.jobs.pool, row.id) : [],
  ])
  return {
    ...presentBatch(row),
    webhook_status: webhook?.status ?? null,
    webhook_attempts: webhook?.attempts ?? 0,
    ...(skipped.length > 0 && { skipped }),
    items,
  }
}

/** DELETE /batch/{batch_id}: the batch as it is then. */
export const cancelBatch: Handler<'cancelBatch'> = async (ctx, { caller, params, response }) => {
  const { id } = await findBatch(ctx, caller.accountId, params.batch_id)
  await retryWhileUnavailable(() => cancel(ctx.jobs, caller.accountId, id), CONFIRM_MS)
  response.json(await presentWhole(ctx, await findBatch(ctx, caller.accountId, params.batch_id)))
}

/** GET /batches. */
export const listBatches: Handler<'listBatches'> = async (ctx, { caller, query, response }) => {
  response.json(await list(ctx.jobs.pool, caller.accountId, query))
}

/** GET /batches/analytics. */
export const getBatchAnalytics: Handler<'getBatchAnalytics'> = async (ctx, { caller, query, response }) => {
  response.json(await analyzeBatches(ctx.jobs.pool, caller.accountId, query.days, new Date()))
}

/** GET /batch/{batch_id}/results. */
export const getBatchResults: Handler<'getBatchResults'> = async (ctx, call) => {
  const { caller, params, query, request, response, signal } = call
  const row = await findBatch(ctx, caller.accountId, params.batch_id)
  if (row.finishedAt !== null && Date.now() - row.finishedAt.getTime() > RETENTION.resultMs)
    throw new ApiError('JOB_EXPIRED', MESSAGES.resultsGone('batch'))
  const isCsv = wantsCsv(request, query.format)
  const isLines = !isCsv && (query.format ? query.format === 'jsonl' : acceptsLines(request))
  const form = isCsv ? 'csv' : isLines ? 'jsonl' : 'json'
  if (row.finishedAt && isNotModified(request, response, { id: row.id, endedAt: row.finishedAt, form }))
    return
  if (isCsv) return await sendItemsAsCsv(ctx, response, row.id, query)
  const { offset } = query
  const limit = query.limit ?? (isLines ? row.total : RESULTS_PER_PAGE)
  const head: Omit<BatchResults, 'results'> = {
    batch_id: toBatchId(row.id),
    status: row.status,
    ...presentLabels(row),
    total: row.total,
    limit,
    offset,
  }
  const parts = presentMany(
    resultsOf(ctx.jobs.pool, row.id, query.status),
    { offset, limit },
    isLines ? undefined : head,
  )
  const type = isLines ? JSON_LINES : 'application/json'
  await ctx.pages.sendMany(response, caller.accountId, type, parts, signal)
}

const RESULTS_PER_PAGE = 20

/** Items without their content, which no cell would hold. */
async function sendItemsAsCsv(
  ctx: Context,
  response: Response,
  batchId: string,
  { status, offset, limit }: BatchResultsQuery,
): Promise<void> {
  const all = await readItemStatuses(ctx.jobs.pool, batchId)
  const items = all.filter((item) => status === undefined || item.status === status)
  const rows = items.slice(offset, limit === undefined ? undefined : offset + limit)
  sendCsv(
    response,
    CSV_FIELDS,
    rows.map((item) =>
      CSV_FIELDS.map((name) =>
        name === 'metadata' ? item.metadata && JSON.stringify(item.metadata) : item[name],
      ),
    ),
  )
}

const CSV_FIELDS = [
  'job_id',
  'url',
  'status',
  'status_code',
  'credits',
  'error_code',
  'error',
  'external_id',
  'metadata',
] as const
