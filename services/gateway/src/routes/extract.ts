import { API_ROOT, ApiError, type Endpoints, type ExtractRequest, isUuid } from '@gleaner/contracts'
import { type FinishedJob, readJob, submitJob, watchJob } from '@gleaner/jobs'
import { findLlmKey } from '@gleaner/llm'
import { checkSchema, checkScrape, refuse } from '../check-scrape.ts'
import type { Context } from '../context.ts'
import { presentExtraction } from '../extract/present-extraction.ts'
import { readWholePage } from '../extract/read-whole-page.ts'
import type { Call, Handler } from '../handler.ts'
import { lookUpCache, makeJob, syncWaitMs } from '../scrape-job.ts'
import { throwFailure } from '../send-finished.ts'

type ExtractCall = Call<Endpoints['postExtract']>

/** POST /extract: a scrape that may fetch nothing, as a job like any other; its reply is made of the job's page. */
export const postExtract: Handler<'postExtract'> = async (ctx, call) => {
  const { caller, request, body } = call
  await check(ctx, call)
  const job = await makeJob(ctx, { caller, request, body: body.scrape })
  const cached = await lookUpCache(ctx, job, { evenWithKey: body.cache === 'only' })
  if (cached) return await reply(ctx, call, cached)
  if (body.cache === 'only')
    throw new ApiError(
      'NOT_FOUND',
      'Nothing is cached for this extraction; with cache "auto" it is carried out.',
    )

  const watch = watchJob(ctx.jobs, job.id)
  try {
    const { replayOf } = await submitJob(ctx.jobs, job)
    if (replayOf) return await replay(ctx, call, replayOf)
    const finished = await watch.wait(syncWaitMs(body.scrape), call.signal)
    if (finished) return await reply(ctx, call, finished)
    accepted(call, job.id)
  } finally {
    watch.stop()
  }
}

async function check(ctx: Context, { caller, body }: ExtractCall): Promise<void> {
  const { scrape } = body
  if (!scrape.supplied) await checkScrape(ctx, caller, scrape)
  else if (scrape.extraction_schema) await checkSchema(scrape.extraction_schema)
  if (scrape.extraction_prompt !== undefined && !caller.test)
    await checkModelKey(ctx, caller.accountId, scrape)
}

/** A scrape is delivered without its model; of an extraction nothing would be left. */
async function checkModelKey(
  ctx: Context,
  accountId: string,
  { extraction_provider, extraction_model }: ExtractRequest['scrape'],
): Promise<void> {
  const key = await findLlmKey(ctx.jobs.pool, accountId, { provider: extraction_provider })
  if (!key) {
    const at = extraction_provider ? ` at ${extraction_provider}` : ''
    const message = `needs a key of your own${at}: store one with POST /llm-keys`
    refuse([{ path: extraction_provider ? 'extraction_provider' : 'extraction_prompt', message }])
  } else if (!key.model && !extraction_model)
    refuse([{ path: 'extraction_model', message: 'is required: the key has no model stored with it' }])
}

async function reply(ctx: Context, { body, response }: ExtractCall, job: FinishedJob): Promise<void> {
  if (job.row.status !== 'completed') throwFailure(job)
  response.json(presentExtraction(body, job, await readWholePage(ctx.jobs.pool, job)))
}

/** The same key and body as an earlier request: its reply again. */
async function replay(ctx: Context, call: ExtractCall, jobId: string): Promise<void> {
  const reading = isUuid(jobId) && (await readJob(ctx.jobs.pool, call.caller.accountId, jobId))
  if (reading && reading.kind === 'finished') return await reply(ctx, call, reading.job)
  accepted(call, jobId)
}

function accepted({ response }: ExtractCall, id: string): void {
  response
    .status(202)
    .json({ extract_id: id, job_id: id, status: 'pending', poll_url: `${API_ROOT}/jobs/${id}` })
}
