import { ApiError, isUuid, MESSAGES } from '@gleaner/contracts'
import { frameJob, presentJob, readJob } from '@gleaner/jobs'
import { speaks } from '../client-dialects.ts'
import type { Handler } from '../handler.ts'

/** GET /jobs/{job_id}. A job of another account is as unknown as one that never was. */
export const getJob: Handler<'getJob'> = async (ctx, { caller, params, request, response, signal }) => {
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
      if (reading.job.pageBytes)
        return await ctx.pages.send(response, reading.job, frameJob(reading.job, completed), signal)
      response.type('application/json').send(presentJob(reading.job, completed))
      return
    case 'expired':
      throw new ApiError('JOB_EXPIRED', MESSAGES.resultGone)
    case 'unknown':
      throw new ApiError('JOB_NOT_FOUND', 'There is no such job in this account.')
  }
}
