import { API_ROOT, ApiError, type Endpoints, type JobAccepted, type JobStatus } from '@gleaner/contracts'
import { checkScrape, checkWebhookUrl } from '@gleaner/intake'
import { type JobWatch, type NewJob, readJob, submitJob, watchJob } from '@gleaner/jobs'
import type { Response } from 'express'
import { asReadBySender } from '../client-dialects.ts'
import type { Context } from '../context.ts'
import type { Call, Handler } from '../handler.ts'
import { lookUpCache, makeJob, syncWaitMs } from '../scrape-job.ts'
import { sendFinished, sendResult } from '../send-finished.ts'

type ScrapeCall = Call<Endpoints['postScrape']>

/** POST /scrape: answered from the cache, or accepted as a job and waited for. */
export const postScrape: Handler<'postScrape'> = async (ctx, given) => {
  const call = { ...given, body: asReadBySender(given.request, given.body) }
  await checkScrape(ctx, call.caller, call.body)
  const webhookUrl = call.body.webhook_url && checkWebhookUrl(ctx, call.body.webhook_url)
  const job = { ...(await makeJob(ctx, call)), webhookUrl }

  const cached = await lookUpCache(ctx, job)
  if (cached && job.spec.sync) return await sendResult(ctx, call, cached)
  // Noted as a completed job: who asked not to wait finds it by its id, like any other.
  if (cached) return sendAccepted(call.response, job.id, 'pending')

  const watch = job.spec.sync ? watchJob(ctx.jobs, job.id) : undefined
  try {
    const { replayOf } = await submitJob(ctx.jobs, job)
    if (replayOf) return await replay(ctx, call, replayOf)
    await answerAccepted(ctx, call, job, watch)
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
): Promise<void> {
  const { response, signal } = call
  try {
    const finished = await watch?.wait(syncWaitMs(call.body), signal)
    if (finished) return await sendFinished(ctx, call, finished)
  } catch (error) {
    if (error instanceof ApiError || response.headersSent || signal.aborted) throw error
    ctx.logger.error({ err: error, jobId: job.id }, 'an accepted job could not be answered')
  }
  sendAccepted(response, job.id, 'pending')
}

/** The same key and body as an earlier request: its reply again. */
async function replay(ctx: Context, call: ScrapeCall, jobId: string): Promise<void> {
  const reading = await readJob(ctx.jobs.pool, call.caller.accountId, jobId)
  if (reading.kind === 'finished' && call.body.sync) return await sendFinished(ctx, call, reading.job)
  sendAccepted(call.response, jobId, 'pending')
}

function sendAccepted(
  response: Response,
  jobId: string,
  status: Extract<JobStatus, 'pending' | 'running'>,
): void {
  const body: JobAccepted = { job_id: jobId, status, poll_url: `${API_ROOT}/jobs/${jobId}` }
  response.status(202).json(body)
}
