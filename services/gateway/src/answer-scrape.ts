import { ApiError, type Endpoints, type JobAccepted, labelsOf, presentLabels } from '@gleaner/contracts'
import { checkScrape, checkWebhookUrl } from '@gleaner/intake'
import { type JobWatch, type NewJob, readJob, submitJob, watchJob } from '@gleaner/jobs'
import { asReadBySender } from './client-dialects.ts'
import type { Context } from './context.ts'
import type { Call } from './handler.ts'
import { lookUpCache, makeJob, syncWaitMs } from './scrape-job.ts'
import { sendFinished, sendResult } from './send-finished.ts'

/** A request for a page, by whichever endpoint. */
export type ScrapeCall = Pick<
  Call<Endpoints['postScrape']>,
  'body' | 'caller' | 'request' | 'response' | 'signal'
>

/** Answers from the cache, or accepts a job and waits for it. */
export async function answerScrape(ctx: Context, given: ScrapeCall): Promise<void> {
  const call = { ...given, body: asReadBySender(given.request, given.body) }
  await checkScrape(ctx, call.caller, call.body)
  const webhookUrl = call.body.webhook_url && checkWebhookUrl(ctx, call.body.webhook_url)
  const job = { ...(await makeJob(ctx, call)), webhookUrl }

  const cached = await lookUpCache(ctx, job)
  if (cached && job.spec.sync) return await sendResult(ctx, call, cached)
  // Noted as a completed job: who asked not to wait finds it by its id, like any other.
  if (cached) return sendAccepted(call, job.id)

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
  sendAccepted(call, job.id)
}

/** The same key and body as an earlier request: its reply again. */
async function replay(ctx: Context, call: ScrapeCall, jobId: string): Promise<void> {
  const reading = await readJob(ctx.jobs.pool, call.caller.accountId, jobId)
  if (reading.kind === 'finished' && call.body.sync) return await sendFinished(ctx, call, reading.job)
  sendAccepted(call, jobId)
}

function sendAccepted({ body, response }: ScrapeCall, jobId: string): void {
  const accepted: Omit<JobAccepted, 'poll_url'> = {
    job_id: jobId,
    status: 'pending',
    ...presentLabels(labelsOf(body)),
  }
  response.status(202).json(accepted)
}
