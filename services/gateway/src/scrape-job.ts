import type { Caller } from '@gleaner/accounts'
import { LIMITS, labelsOf, type ScrapeRequest, uuidv7 } from '@gleaner/contracts'
import { checkWaitingWebhooks } from '@gleaner/intake'
import {
  answerFromCache,
  cacheKeyOf,
  type FinishedJob,
  hashBody,
  makePlan,
  type NewJob,
  splitRequest,
  WAKE,
  WAKE_CHANNEL,
} from '@gleaner/jobs'
import { currentRequestId } from '@gleaner/runtime'
import type { Request } from 'express'
import type { Context } from './context.ts'
import { keyUseOfScrape } from './idempotency-key.ts'

/** A job of a request that has been checked, by its caller's key. Throws RATE_LIMITED where too many of its webhooks wait. */
export async function makeJob(
  ctx: Context,
  { body, caller, request }: { body: ScrapeRequest; caller: Caller; request: Request },
): Promise<NewJob> {
  await checkWaitingWebhooks(ctx, caller, body.webhook_url)
  const { spec, secrets } = splitRequest(body)
  const bodyHash = await hashBody(spec, secrets)
  // What its template reads may change before the same request comes again.
  const { selectors: _, ...asked } = body
  return {
    id: uuidv7(Date.now(), spec.sync ? ctx.jobs.instanceId : undefined),
    accountId: caller.accountId,
    apiKeyId: caller.apiKeyId ?? null,
    test: caller.test,
    spec,
    secrets,
    plan: makePlan(
      spec,
      caller.test || spec.supplied ? undefined : await ctx.domains.find(new URL(spec.url).hostname),
    ),
    labels: labelsOf(body),
    requestId: currentRequestId(),
    cacheKey: cacheKeyOf(ctx.jobs.secretBox, { spec, secrets, test: caller.test, bodyHash }),
    // A test key's answer is not that of the same request with a live one.
    idempotency: await keyUseOfScrape(
      ctx.jobs.secretBox,
      caller.accountId,
      request,
      caller.test ? { test: asked } : asked,
    ),
  }
}

/** A page that answers the job, at no price. One that names an Idempotency-Key is carried out, unless `evenWithKey`. */
export async function lookUpCache(
  ctx: Context,
  job: NewJob,
  { evenWithKey = false } = {},
): Promise<FinishedJob | undefined> {
  if (!job.cacheKey || job.spec.force_refresh || (job.idempotency && !evenWithKey)) return undefined
  const answer = await answerFromCache(ctx.jobs.pool, {
    jobId: job.id,
    accountId: job.accountId,
    apiKeyId: job.apiKeyId,
    cacheKey: job.cacheKey,
    spec: job.spec,
    webhookUrl: job.webhookUrl,
    labels: job.labels,
    hadSecrets: job.secrets !== undefined,
    requestId: job.requestId,
  })
  if (answer?.deliveries) ctx.jobs.pubSub.publish(WAKE_CHANNEL, WAKE.webhooks, '')
  return answer
}

/** The request's own timeout and a little more for the reply; then the caller gets 202 and polls. */
export function syncWaitMs(request: Pick<ScrapeRequest, 'timeout'>): number {
  const timeoutMs = (request.timeout ?? LIMITS.timeoutSeconds.default) * 1000
  return Math.min(timeoutMs + LIMITS.syncWaitGraceMs, LIMITS.syncWaitMaxMs)
}
