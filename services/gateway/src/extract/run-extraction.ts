import { ApiError, type Endpoints, HEADERS, isUuid, MESSAGES } from '@gleaner/contracts'
import {
  type FinishedJob,
  presentHeaders,
  readJob,
  type ScrapeSpec,
  submitJob,
  watchJob,
} from '@gleaner/jobs'
import type { Context } from '../context.ts'
import type { Call } from '../handler.ts'
import { lookUpCache, makeJob, syncWaitMs } from '../scrape-job.ts'
import { throwFailure } from '../send-finished.ts'
import { readWholePage } from './read-whole-page.ts'
import type { ExtractionFacts, JobFacts, TemplateTestFacts } from './shape-reply.ts'
import { writeReply } from './write-reply.ts'

/** A page that is extracted from: sent by its caller, or fetched. */
export type ExtractCall = Pick<
  Call<Endpoints['postExtract']>,
  'caller' | 'request' | 'response' | 'signal' | 'body'
>

type ReplyCall = Pick<ExtractCall, 'caller' | 'response' | 'signal'>

/** What the reply says beside the job and its page. */
type Facts = ExtractionFacts | TemplateTestFacts

/** Carries out an extraction that has been checked, and replies with what came of it, or with 202. */
export async function runExtraction(ctx: Context, call: ExtractCall, facts: Facts): Promise<void> {
  const { caller, request, body } = call
  const job = await makeJob(ctx, { caller, request, body: body.scrape })
  const cached = await lookUpCache(ctx, job, { evenWithKey: body.cache === 'only' })
  if (cached) return await reply(ctx, call, cached, facts)
  if (body.cache === 'only')
    throw new ApiError(
      'NOT_FOUND',
      'Nothing is cached for this extraction; with cache "auto" it is carried out.',
    )

  const watch = watchJob(ctx.jobs, job.id)
  try {
    const { replayOf } = await submitJob(ctx.jobs, job)
    if (replayOf) return await replay(ctx, call, replayOf, facts)
    const finished = await watch.wait(syncWaitMs(body.scrape), call.signal)
    if (finished) return await reply(ctx, call, finished, facts)
    accepted(call, job.id)
  } finally {
    watch.stop()
  }
}

/** Replies with an extraction that was asked for before: as its request would have been. */
export async function sendExtraction(
  ctx: Context,
  call: ReplyCall,
  id: string,
  extraction: NonNullable<ScrapeSpec['extraction']>,
): Promise<void> {
  const reading = await readJob(ctx.jobs.pool, call.caller.accountId, id)
  if (reading.kind === 'open') return accepted(call, id)
  if (reading.kind !== 'finished') throw new ApiError('JOB_EXPIRED', MESSAGES.resultGone)
  await reply(ctx, call, reading.job, { kind: 'extraction', ...extraction })
}

async function reply(ctx: Context, call: ReplyCall, job: FinishedJob, facts: Facts): Promise<void> {
  if (job.row.status !== 'completed') throwFailure(job)
  const { caller, response, signal } = call
  const page = await readWholePage(ctx.jobs.pool, job)
  const bytes = await writeReply(ctx, { ...factsOf(job), ...facts }, page, caller.accountId, signal)
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  response.setHeader('Content-Length', bytes.length)
  response.end(bytes)
}

function factsOf({ row }: FinishedJob): JobFacts {
  const { credits, cached } = presentHeaders(row)
  return { id: row.id, credits, cached, latencyMs: row.finishedAt!.getTime() - row.createdAt.getTime() }
}

/** The same key and body as an earlier request: its reply again. */
async function replay(ctx: Context, call: ExtractCall, jobId: string, facts: Facts): Promise<void> {
  call.response.setHeader(HEADERS.replayed, 'true')
  const reading = isUuid(jobId) && (await readJob(ctx.jobs.pool, call.caller.accountId, jobId))
  if (reading && reading.kind === 'finished') return await reply(ctx, call, reading.job, facts)
  accepted(call, jobId)
}

function accepted({ response }: ReplyCall, id: string): void {
  response.status(202).json({ extract_id: id, job_id: id, status: 'pending' })
}
