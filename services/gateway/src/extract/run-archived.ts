import type { Caller } from '@gleaner/accounts'
import { acceptBatch, type NewBatch } from '@gleaner/batches'
import { toCredits } from '@gleaner/billing'
import {
  API_ROOT,
  ApiError,
  type ArchivedSource,
  type ExtractRequest,
  type ScrapeRequest,
  toBatchId,
} from '@gleaner/contracts'
import { checkWaitingWebhooks, makeBatch } from '@gleaner/intake'
import { WAKE, WAKE_CHANNEL } from '@gleaner/jobs'
import { type ArchivedPage, findArchived, listArchived } from '@gleaner/page-archive'
import { confirmed } from '../confirmed.ts'
import type { Context } from '../context.ts'
import { createOnce } from '../reply-once.ts'
import type { ExtractCall } from './run-extraction.ts'

/** The request as one that reads the archived page of a job. Throws NOT_FOUND where there is none. */
export async function withArchivedPage(
  { jobs }: Pick<Context, 'jobs'>,
  caller: Caller,
  body: ExtractRequest,
  jobId: string,
): Promise<ExtractRequest> {
  const page = await findArchived(jobs.pool, caller.accountId, jobId)
  if (!page) throw notArchived('page of that job')
  return { ...body, scrape: scrapeOf(caller, body.scrape, page) }
}

/** Reads archived pages of a batch or crawl anew, as a batch. Throws NOT_FOUND where there are none. */
export async function runArchived(
  ctx: Context,
  call: ExtractCall,
  source: Exclude<ArchivedSource, { kind: 'job' }>,
): Promise<void> {
  const { caller, body, response } = call
  using _place = await ctx.batchPlaces.acquire(caller.accountId, call.signal)
  const { pages, total } = await listArchived(ctx.jobs.pool, caller.accountId, source.id, source)
  if (pages.length === 0)
    throw notArchived(`page of that ${source.kind}${total > 0 ? ' at that offset' : ''}`)
  await checkWaitingWebhooks(ctx, caller, undefined, pages.length)
  const requests = pages.map((page) => ({ ...scrapeOf(caller, body.scrape, page), sync: false }))
  const batch = await makeBatch(ctx, caller, requests, undefined)
  const accepted = await confirmed(
    { name: 'batch', id: toBatchId(batch.id), statusUrl: statusOf(batch) },
    () =>
      createOnce(ctx, call, 202, async ({ sql }) => {
        await acceptBatch(sql, ctx.jobs.secretBox, batch)
        return present(batch, total)
      }),
  )
  ctx.jobs.pubSub.publish(WAKE_CHANNEL, WAKE.admission, caller.accountId)
  response.status(202).json(accepted)
}

/** A test key gets the sample page of that address, as always. */
function scrapeOf({ test }: Caller, scrape: ScrapeRequest, { jobId, url }: ArchivedPage): ScrapeRequest {
  return test ? { ...scrape, url } : { ...scrape, url, supplied: { type: 'archived', job_id: jobId } }
}

function present(batch: NewBatch, total: number) {
  return {
    batch_id: toBatchId(batch.id),
    status: 'pending',
    total_jobs: batch.jobs.length,
    job_ids: batch.jobs.map((job) => job.id),
    estimated_credits: toCredits(batch.estimatedMicros),
    total_pages: total,
  }
}

function statusOf({ id }: NewBatch): string {
  return `${API_ROOT}/batch/${toBatchId(id)}`
}

function notArchived(what: string): ApiError {
  return new ApiError(
    'NOT_FOUND',
    `No ${what} is in the archive of this account. Pages are archived from when PUT /archive has switched it on until their retention ends.`,
  )
}
