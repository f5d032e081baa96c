import { acceptBatch, waitForItems } from '@gleaner/batches'
import { API_ROOT, type KeptVersions } from '@gleaner/contracts'
import { checkWaitingWebhooks, makeBatch } from '@gleaner/intake'
import { WAKE, WAKE_CHANNEL } from '@gleaner/jobs'
import { findVersions, readHistory } from '@gleaner/monitors'
import { confirmed } from '../confirmed.ts'
import type { Context } from '../context.ts'
import { createdBefore, createOnce } from '../reply-once.ts'
import { syncWaitMs } from '../scrape-job.ts'
import type { ExtractCall } from './run-extraction.ts'

/** Reads versions that a monitor has kept, as a batch, and replies with what they say: 202 while some are read. Throws NOT_FOUND where there are none. */
export async function runVersions(ctx: Context, call: ExtractCall, asked: KeptVersions): Promise<void> {
  const { caller, body, response, signal } = call
  const { id } = (await createdBefore<{ id: string }>(ctx, call)) ?? (await accept(ctx, call, asked))
  const wait = { accountId: caller.accountId, id }
  await waitForItems(ctx.jobs, wait, syncWaitMs(body.scrape), signal)
  const history = await readHistory(ctx.jobs.pool, caller.accountId, id)
  response.status(history.status === 'pending' ? 202 : 200).json(history)
}

async function accept(ctx: Context, call: ExtractCall, asked: KeptVersions): Promise<{ id: string }> {
  const { caller, body, signal } = call
  using _place = await ctx.batchPlaces.acquire(caller.accountId, signal)
  const { url, versions, total } = await findVersions(ctx.jobs.pool, caller.accountId, asked)
  await checkWaitingWebhooks(ctx, caller, undefined, versions.length)
  const requests = versions.map(({ id, takenAt }) => ({
    ...body.scrape,
    url,
    sync: false,
    supplied: {
      type: 'version' as const,
      monitor_id: asked.monitorId,
      snapshot_id: id,
      taken_at: takenAt.toISOString(),
      total,
    },
  }))
  const batch = await makeBatch(ctx, caller, requests, undefined)
  const { id } = batch
  const accepted = await confirmed({ name: 'batch', id, statusUrl: `${API_ROOT}/extract/${id}` }, () =>
    createOnce(ctx, call, 202, async ({ sql }) => {
      await acceptBatch(sql, ctx.jobs.secretBox, batch)
      return { id }
    }),
  )
  ctx.jobs.pubSub.publish(WAKE_CHANNEL, WAKE.admission, caller.accountId)
  return accepted
}
