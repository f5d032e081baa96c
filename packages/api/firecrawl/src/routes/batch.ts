import { type Batch, type BatchAccepted, isUuid, type JobList, type JobListEntry } from '@gleaner/contracts'
import type { DoorHandler } from '../call.ts'
import { badRequest } from '../door-error.ts'
import { TOLD_ERRORS } from '../errors.ts'
import { BATCH_FIELDS } from '../fields/batch-fields.ts'
import { setUsual } from '../fields/scrape-fields.ts'
import type { Ours } from '../ours.ts'
import { createDraft } from '../translate/draft.ts'
import { makeRequest } from '../translate/make-request.ts'
import { translate } from '../translate/translate.ts'
import { idempotencyOf } from './idempotency.ts'
import { batchIdOf, uuidOf } from './ids.ts'
import { warningOf } from './scrape.ts'
import { expiryOf, nextOf, readDocuments, TOLD_STATUS } from './status.ts'

/** POST /batch/scrape. */
export const postBatch: DoorHandler = async (call) => {
  const draft = createDraft(call.dialect, await call.body())
  const { urls } = draft.given as { urls?: unknown[] }
  if (!Array.isArray(urls) || urls.length === 0)
    throw badRequest('urls must name at least one address', ['urls'])
  // Of the newer dialect: the usual thing is to leave out what is none.
  if (call.dialect === 'v2') draft.request.on_invalid = 'skip'
  translate(BATCH_FIELDS, draft.given as Record<string, unknown>, draft)
  setUsual(draft)
  const { body } = await call.ours.ask<BatchAccepted>(
    'POST',
    '/batch',
    await makeRequest(draft, call.ours),
    idempotencyOf(call),
  )
  const id = uuidOf(body.batch_id)
  const invalid = [...new Set((body.skipped ?? []).map(({ index }) => index))].map((index) => urls[index])
  return {
    success: true,
    id,
    url: `${call.base}/batch/scrape/${id}`,
    ...(draft.request.on_invalid === 'skip' && { invalidURLs: invalid }),
    ...warningOf(draft),
  }
}

/** GET /batch/scrape/{id}. */
export const getBatch: DoorHandler = async (call) => {
  const id = batchIdOf(call.request.params.jobId)
  const { body: batch } = await call.ours.ask<Batch>('GET', `/batch/${id}?include_results=false`)
  const page = await readDocuments(call, `/batch/${id}/results?status=succeeded`, batch.completed)
  return {
    success: true,
    status: TOLD_STATUS[batch.status],
    completed: batch.completed,
    total: batch.total,
    creditsUsed: batch.credits_used,
    expiresAt: expiryOf(batch.created_at),
    ...nextOf(`${call.base}/batch/scrape/${uuidOf(id)}`, page),
    data: page.data,
  }
}

/** GET /batch/scrape/{id}/errors. */
export const getBatchErrors: DoorHandler = async ({ ours, request }) => {
  const id = batchIdOf(request.params.jobId)
  await ours.ask('GET', `/batch/${id}?include_results=false`)
  return { errors: await readErrors(ours, `batch_id=${id}`), robotsBlocked: [] }
}

/** DELETE /batch/scrape/{id}. */
export const deleteBatch: DoorHandler = async ({ ours, request }) => {
  await ours.ask('DELETE', `/batch/${batchIdOf(request.params.jobId)}`)
  return { success: true, status: 'cancelled' }
}

/** Errors are told of so many items. */
const MOST_PAGES = 10

/** What has failed of a batch or crawl, by a filter of GET /jobs. */
export async function readErrors(ours: Ours, filter: string): Promise<object[]> {
  const failed: JobListEntry[] = []
  let cursor: string | null = ''
  for (let page = 0; cursor !== null && page < MOST_PAGES; page++) {
    const from: string = isUuid(cursor) ? `&cursor=${cursor}` : ''
    const { body }: { body: JobList } = await ours.ask<JobList>(
      'GET',
      `/jobs?${filter}&status=failed&limit=100${from}`,
    )
    failed.push(...body.jobs)
    cursor = body.next_cursor
  }
  return failed.map(({ id, failed_at, url, error, error_code }) => ({
    id,
    ...(failed_at !== undefined && { timestamp: failed_at }),
    url,
    code: TOLD_ERRORS[error_code as keyof typeof TOLD_ERRORS]?.code ?? 'UNKNOWN_ERROR',
    error: error ?? 'The page was not scraped.',
  }))
}
