import { DEMO_ACCOUNT_ID, ensureDemoAccount } from '@gleaner/accounts'
import { ApiError, DEMO_HIGHEST_TIER, LIMITS, ScrapeRequest, uuidv7 } from '@gleaner/contracts'
import { rateLimited } from '@gleaner/http-api'
import { checkTargetUrl } from '@gleaner/intake'
import { freePlan, makePlan, type NewJob, splitRequest, submitJob, watchJob } from '@gleaner/jobs'
import { currentRequestId } from '@gleaner/runtime'
import type { Response } from 'express'
import type { Context } from '../context.ts'
import type { Handler } from '../handler.ts'
import { sendFinished } from '../send-finished.ts'

/** What all demos of all gateways may take together, as an account's limits. */
const DEMO_LIMITS = { requestsPerMinute: 60, concurrency: 4 }

const TIMEOUT_SECONDS = 30
const WAIT_MS = TIMEOUT_SECONDS * 1000 + LIMITS.syncWaitGraceMs

/** POST /scrape/demo: a job like any other, of an account that nobody can act for, at no price. */
export const postDemo: Handler<'postDemo'> = async (ctx, { body, response, signal }) => {
  if (!ctx.config.DEMO) throw new ApiError('NOT_FOUND', 'The demo is switched off on this server.')
  checkTargetUrl(ctx, body.url)
  await takePlace(ctx, response)
  await ensureDemoAccount(ctx.db)
  const job = demoJob(ctx, body.url)
  const watch = watchJob(ctx.jobs, job.id)
  try {
    await submitJob(ctx.jobs, job)
    const finished = await watch.wait(WAIT_MS, signal)
    if (!finished) throw new ApiError('SERVICE_UNAVAILABLE', 'The demo took too long; repeat it in a moment.')
    await sendFinished(ctx, { response, signal }, finished)
  } finally {
    watch.stop()
  }
}

function demoJob(ctx: Context, url: string): NewJob {
  const request = ScrapeRequest.parse({
    url,
    formats: ['markdown', 'json'],
    cost_controls: { max_tier: DEMO_HIGHEST_TIER },
    timeout: TIMEOUT_SECONDS,
  })
  const { spec, secrets } = splitRequest(request)
  return {
    id: uuidv7(Date.now(), ctx.jobs.instanceId),
    accountId: DEMO_ACCOUNT_ID,
    apiKeyId: null,
    test: false,
    spec,
    secrets,
    plan: freePlan(makePlan(spec)),
    requestId: currentRequestId(),
    cacheKey: undefined,
    idempotency: undefined,
  }
}

/** Held until the reply has ended. */
async function takePlace({ limits }: Context, response: Response): Promise<void> {
  const admission = await limits.admit({
    accountId: DEMO_ACCOUNT_ID,
    bucket: 'demo',
    limits: DEMO_LIMITS,
    tokens: 1,
    takesSlot: true,
  })
  switch (admission.kind) {
    case 'admitted':
      if (response.closed) admission.release()
      else response.once('close', admission.release)
      return
    case 'refused':
      throw rateLimited('Many demos are running at the moment', admission.retryAfterSeconds ?? 1)
    case 'unknown':
      throw new ApiError('QUEUE_UNAVAILABLE', 'Limits cannot be checked at the moment; repeat the request.')
  }
}
