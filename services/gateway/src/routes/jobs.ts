import { countOutcomes, daysBefore, type Period } from '@gleaner/billing'
import {
  API_ROOT,
  ApiError,
  isUuid,
  type JobListQuery,
  MESSAGES,
  momentOf,
  RETENTION,
  toBatchId,
} from '@gleaner/contracts'
import { retryWhileUnavailable } from '@gleaner/db'
import { askAgain, presentRequest } from '@gleaner/intake'
import {
  type AskedRequest,
  CONFIRM_MS,
  cancelJob as cancel,
  frameJob,
  listJobs as list,
  presentJob,
  readJob,
  readRequest,
} from '@gleaner/jobs'
import { DAY_MS } from '@gleaner/runtime/units'
import { asReadBySender, speaks } from '../client-dialects.ts'
import type { Context } from '../context.ts'
import type { Handler } from '../handler.ts'
import { isNotModified } from '../not-modified.ts'
import { runScrape } from '../run-scrape.ts'
import { sendFinished } from '../send-finished.ts'

/** GET /jobs/{job_id}. A job of another account is as unknown as one that never was. */
export const getJob: Handler<'getJob'> = async (ctx, call) => await sendJob(ctx, call)

type JobCall = Pick<Parameters<Handler<'getJob'>>[1], 'caller' | 'params' | 'request' | 'response' | 'signal'>

async function sendJob(ctx: Context, { caller, params, request, response, signal }: JobCall): Promise<void> {
  const completed = speaks('waitsForSucceeded', request) ? 'succeeded' : 'completed'
  const jobId = params.job_id
  const reading = isUuid(jobId)
    ? await readJob(ctx.jobs.pool, caller.accountId, jobId)
    : ({ kind: 'unknown' } as const)
  switch (reading.kind) {
    case 'open':
      response.type('application/json').send(presentJob({ row: reading.row }))
      return
    case 'finished':
      if (isNotModified(request, response, { id: jobId, endedAt: reading.job.row.finishedAt! })) return
      if (reading.job.pageBytes)
        return await ctx.pages.send(response, reading.job, frameJob(reading.job, completed), signal)
      response.type('application/json').send(presentJob(reading.job, completed))
      return
    case 'expired':
      throw new ApiError('JOB_EXPIRED', MESSAGES.resultGone)
    case 'unknown':
      throw unknownJob()
  }
}

function unknownJob(): ApiError {
  return new ApiError('JOB_NOT_FOUND', 'There is no such job in this account.')
}

/** GET /jobs. */
export const listJobs: Handler<'listJobs'> = async (ctx, { caller, query, response }) => {
  const { pool } = ctx.jobs
  const [page, counts] = await Promise.all([
    list(pool, caller.accountId, query),
    isCountedAhead(query)
      ? countOutcomes(pool, caller.accountId, periodOf(query, new Date()), {
          apiKeyId: query.key_id,
          tier: query.tier,
        })
      : null,
  ])
  response.json({ ...page, counts })
}

/** Whether the roll-ups know what the filters ask for. */
function isCountedAhead({ status, domain, batch_id, crawl_id, url, external_id }: JobListQuery): boolean {
  return [status, domain, batch_id, crawl_id, url, external_id].every((filter) => filter === undefined)
}

/** By default as long as jobs are listed. */
function periodOf({ created_after, created_before }: JobListQuery, now: Date): Period {
  return {
    start: created_after ? momentOf(created_after) : daysBefore(now, RETENTION.jobMs / DAY_MS),
    end: created_before ? momentOf(created_before) : now,
  }
}

/** DELETE /jobs/{job_id}: the job as it is then. */
export const cancelJob: Handler<'cancelJob'> = async (ctx, call) => {
  const { caller, params } = call
  if (!isUuid(params.job_id)) throw unknownJob()
  const found = await retryWhileUnavailable(
    () => cancel(ctx.jobs, caller.accountId, params.job_id),
    CONFIRM_MS,
  )
  if (found === 'unknown') throw unknownJob()
  if (found !== 'ended') {
    const path = found.isPage ? `/crawl/${found.itemOf}` : `/batch/${toBatchId(found.itemOf)}`
    throw new ApiError(
      'CONFLICT',
      `The job is part of other work: cancel that, by DELETE ${API_ROOT}${path}.`,
    )
  }
  await sendJob(ctx, call)
}

/** GET /jobs/{job_id}/request. */
export const getJobRequest: Handler<'getJobRequest'> = async (ctx, { caller, params, response }) => {
  response.json(presentRequest(await readAsked(ctx, caller.accountId, params.job_id)))
}

async function readAsked(ctx: Context, accountId: string, jobId: string): Promise<AskedRequest> {
  const asked = isUuid(jobId) ? await readRequest(ctx.jobs.pool, accountId, jobId) : undefined
  if (!asked) throw unknownJob()
  return asked
}

/** POST /jobs/{job_id}/retry. */
export const retryJob: Handler<'retryJob'> = async (ctx, call) => {
  const { caller, params } = call
  const asked = await readAsked(ctx, caller.accountId, params.job_id)
  const body = asReadBySender(call.request, askAgain(asked, call.body))
  await runScrape(ctx, { ...call, body }, sendFinished)
}
