import type { Caller } from '@gleaner/accounts'
import {
  ApiError,
  type JobAccepted,
  labelsOf,
  presentLabels,
  type ScrapeRequest,
  type SentLabels,
} from '@gleaner/contracts'
import { checkReading, checkScrape, checkWebhookUrl } from '@gleaner/intake'
import { type FinishedJob, type JobWatch, type NewJob, readJob, submitJob, watchJob } from '@gleaner/jobs'
import type { Response } from 'express'
import type { Context } from './context.ts'
import type { AnyCall } from './handler.ts'
import { lookUpCache, makeJob, syncWaitMs } from './scrape-job.ts'

export interface ScrapeCall extends AnyCall {
  caller: Caller
  body: ScrapeRequest
}

/** Answers with what a finished job delivered; throws its error when it failed. */
export type FinishedSender = (ctx: Context, call: ScrapeCall, job: FinishedJob) => Promise<void>
/** Says where the job is to be found of which nothing can be sent yet. */
export type AcceptedSender = (response: Response, jobId: string, labels: SentLabels) => void

/** Answers a scrape, whichever door it came by: from the cache, or accepted as a job and waited for. */
export async function runScrape(
  ctx: Context,
  call: ScrapeCall,
  send: FinishedSender,
  accepted: AcceptedSender = sendAccepted,
): Promise<void> {
  const check = call.body.supplied ? checkReading : checkScrape
  await check(ctx, call.caller, call.body)
  const webhookUrl = call.body.webhook_url && checkWebhookUrl(ctx, call.body.webhook_url)
  const job = { ...(await makeJob(ctx, call)), webhookUrl }

  const cached = await lookUpCache(ctx, job)
  if (cached && job.spec.sync) return await send(ctx, call, cached)
  // Noted as a completed job: who asked not to wait finds it by its id, like any other.
  if (cached) return accepted(call.response, job.id, call.body)

  const watch = job.spec.sync ? watchJob(ctx.jobs, job.id) : undefined
  try {
    const { replayOf } = await submitJob(ctx.jobs, job)
    if (replayOf) return await replay(ctx, call, replayOf, send, accepted)
    await answerAccepted(ctx, call, job, watch, send, accepted)
  } finally {
    watch?.stop()
  }
}

/** The job is accepted, and will be charged if it delivers: whatever fails from here on, the reply names it. */
async function answerAccepted(
  ctx: Context,
  call: ScrapeCall,
  job: NewJob,
  watch: JobWatch | undefined,
  send: FinishedSender,
  accepted: AcceptedSender,
): Promise<void> {
  const { response, signal } = call
  try {
    const finished = await watch?.wait(syncWaitMs(call.body), signal)
    if (finished) return await send(ctx, call, finished)
  } catch (error) {
    if (error instanceof ApiError || response.headersSent || signal.aborted) throw error
    ctx.logger.error({ err: error, jobId: job.id }, 'an accepted job could not be answered')
  }
  accepted(response, job.id, call.body)
}

/** The same key and body as an earlier request: its reply again. */
async function replay(
  ctx: Context,
  call: ScrapeCall,
  jobId: string,
  send: FinishedSender,
  accepted: AcceptedSender,
): Promise<void> {
  const reading = await readJob(ctx.jobs.pool, call.caller.accountId, jobId)
  if (reading.kind === 'finished' && call.body.sync) return await send(ctx, call, reading.job)
  accepted(call.response, jobId, call.body)
}

/** 202, by `GET /jobs/{job_id}`. */
export function sendAccepted(response: Response, jobId: string, labels: SentLabels): void {
  const body: Omit<JobAccepted, 'poll_url'> = {
    job_id: jobId,
    status: 'pending',
    ...presentLabels(labelsOf(labels)),
  }
  response.status(202).json(body)
}
