import {
  acceptBatch,
  type BatchRow,
  type NewBatch,
  presentBatch,
  readItems as readItemStatuses,
} from '@gleaner/batches'
import { toCredits } from '@gleaner/billing'
import { API_ROOT, ApiError, type Batch, type BatchAccepted, toBatchId } from '@gleaner/contracts'
import { CommitUnknown, isDatabaseUnavailable, retryWhileUnavailable } from '@gleaner/db'
import { CONFIRM_MS, WAKE, WAKE_CHANNEL } from '@gleaner/jobs'
import { readBatchWebhook } from '@gleaner/outgoing-webhooks'
import { checkItems } from '../batches/check-items.ts'
import { findBatch, isOver } from '../batches/find-batch.ts'
import { makeBatch } from '../batches/make-batch.ts'
import { readItems } from '../batches/read-items.ts'
import { checkWebhookUrl } from '../check-webhook-url.ts'
import type { Context } from '../context.ts'
import type { Handler } from '../handler.ts'
import { createOnce } from '../reply-once.ts'

/** POST /batch: accepted whole or not at all. Its items then wait for their admission. */
export const createBatch: Handler<'createBatch'> = async (ctx, call) => {
  const { body, caller, response } = call
  const webhookUrl = body.webhook_url && checkWebhookUrl(ctx, body.webhook_url)
  using _place = await ctx.batchPlaces.acquire(caller.accountId, call.signal)
  const requests = await readItems(body)
  await checkItems(ctx, caller, requests)
  const batch = await makeBatch(ctx, caller, requests, webhookUrl)
  // A test key's batch is not that of the same request with a live one.
  const asked = { ...call, body: caller.test ? { test: body } : body }
  const accepted = await confirmed(batch.id, () =>
    createOnce(ctx, asked, 200, async ({ sql }) => {
      await acceptBatch(sql, ctx.jobs.secretBox, batch)
      return presentAccepted(batch)
    }),
  )
  ctx.jobs.pubSub.publish(WAKE_CHANNEL, WAKE.admission, caller.accountId)
  response.status(200).json(accepted)
}

/** A batch that was accepted before is not accepted again: what the database did not confirm may be repeated. */
async function confirmed<T>(batchId: string, accept: () => Promise<T>): Promise<T> {
  try {
    return await accept()
  } catch (error) {
    if (!(error instanceof CommitUnknown)) throw error
    return await retryWhileUnavailable(accept, CONFIRM_MS).catch((later: unknown) => {
      throw isDatabaseUnavailable(later) ? acceptanceUnknown(batchId, later) : later
    })
  }
}

function acceptanceUnknown(batchUuid: string, cause: unknown): ApiError {
  const batchId = toBatchId(batchUuid)
  const statusUrl = `${API_ROOT}/batch/${batchId}`
  const error = new ApiError(
    'SERVICE_UNAVAILABLE',
    `The database broke off while the batch was accepted, and could not be asked since. It may have been accepted as ${batchId}: GET ${statusUrl} tells, and says NOT_FOUND when it was not. Look there before you repeat the request, or repeat it with the Idempotency-Key that it had.`,
    { batch_id: batchId, status_url: statusUrl },
  )
  return Object.assign(error, { cause })
}

function presentAccepted({ id, jobs, estimatedMicros, webhookUrl }: NewBatch): BatchAccepted {
  return {
    batch_id: toBatchId(id),
    status: 'pending',
    total_jobs: jobs.length,
    total_urls: jobs.length,
    job_ids: jobs.map((job) => job.id),
    estimated_credits: toCredits(estimatedMicros),
    webhook_url: webhookUrl ?? null,
  }
}

/** GET /batch/{batch_id}. */
export const getBatch: Handler<'getBatch'> = async (ctx, { caller, params, response }) => {
  response.json(await presentWhole(ctx, await findBatch(ctx, caller.accountId, params.batch_id)))
}

async function presentWhole(ctx: Context, row: BatchRow): Promise<Batch> {
  const [webhook, items] = await Promise.all([
    row.webhookUrl === null
      ? undefined
      : readBatchWebhook(ctx.jobs.pool, { id: row.id, isOver: isOver(row) }),
    readItemStatuses(ctx.jobs.pool, row.id),
  ])
  return {
    ...presentBatch(row),
    webhook_status: webhook?.status ?? null,
    webhook_attempts: webhook?.attempts ?? 0,
    items,
  }
}
