import { type Job, type JobAccepted, LIMITS, type ScrapeResult } from '@gleaner/contracts'
import type { DoorCall, DoorHandler } from '../call.ts'
import { documentOf } from '../documents/document-of.ts'
import { badRequest, type DoorError, jobNotFound } from '../door-error.ts'
import { theirError } from '../errors.ts'
import { SCRAPE_FIELDS, setUsual } from '../fields/scrape-fields.ts'
import { pollUntil } from '../ours.ts'
import { createDraft, type Draft } from '../translate/draft.ts'
import { makeRequest } from '../translate/make-request.ts'
import { translate } from '../translate/translate.ts'
import { idempotencyOf } from './idempotency.ts'
import { uuidOf } from './ids.ts'

/** POST /scrape. */
export const postScrape: DoorHandler = async (call) => {
  const draft = createDraft(call.dialect, await call.body())
  // What is asked for in place of a page is named first.
  translate(SCRAPE_FIELDS, draft.given as Record<string, unknown>, draft)
  if (draft.given.url === undefined) throw badRequest('url is required', ['url'], 'invalid_type')
  setUsual(draft)
  const result = await scrapeAndWait(call, '/scrape', await makeRequest(draft, call.ours))
  return { success: true, data: documentOf(result, call.dialect, draft.warnings) }
}

/** GET /scrape/{id}. */
export const getScrape: DoorHandler = async ({ ours, request, dialect }) => {
  const { body: job } = await ours.ask<Job>('GET', `/jobs/${uuidOf(request.params.jobId)}`)
  if (job.status === 'failed') throw failureOf(job)
  if (!job.result) throw jobNotFound()
  return { success: true, data: documentOf(job.result, dialect) }
}

/** How long a request waits for its page. In ms. */
const GRACE_MS = 5_000

/** Asks for a page, and waits for as long as the request allows, also where our own endpoint gives up waiting before. */
export async function scrapeAndWait(
  call: DoorCall,
  path: string,
  request: Record<string, unknown> | FormData,
): Promise<ScrapeResult> {
  const { ours, signal } = call
  const seconds = request instanceof FormData ? undefined : (request.timeout as number | undefined)
  const deadline = Date.now() + (seconds ?? LIMITS.timeoutSeconds.default) * 1000 + GRACE_MS
  const { status, body } = await (request instanceof FormData
    ? ours.ask<ScrapeResult | JobAccepted>('POST', path, undefined, { ...idempotencyOf(call), form: request })
    : ours.ask<ScrapeResult | JobAccepted>('POST', path, request, idempotencyOf(call)))
  if (status !== 202) return body as ScrapeResult
  const { job_id } = body as JobAccepted
  return await pollUntil(deadline, signal, async () => {
    const { body: job } = await ours.ask<Job>('GET', `/jobs/${job_id}`)
    if (job.status === 'failed') throw failureOf(job)
    return job.result
  })
}

/** The error that a job has ended with. */
export function failureOf({ error, error_code, error_details }: Job): DoorError {
  return theirError(
    { error: error_code, message: error, details: error_details } as Parameters<typeof theirError>[0],
    422,
  )
}

/** What was told of fields, where a reply has one sentence for it. */
export function warningOf({ warnings }: Pick<Draft, 'warnings'>): { warning?: string } {
  return warnings.length > 0 ? { warning: warnings.join(' ') } : {}
}
