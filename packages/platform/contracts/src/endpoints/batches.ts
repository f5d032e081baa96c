import { endpointsIn, NO_BODY } from '../endpoint.ts'
import { inPath } from '../fields/ids.ts'
import { inWords, RETENTION } from '../limits.ts'
import { Batch, BatchAccepted, BatchAnalytics, BatchList, BatchResults } from '../schemas/batches/replies.ts'
import {
  BatchAnalyticsQuery,
  BatchListQuery,
  BatchQuery,
  BatchRequest,
  BatchResultsQuery,
  BatchRetry,
} from '../schemas/batches/request.ts'
import { Job } from '../schemas/jobs.ts'
import { SCRAPE_REFUSALS } from '../scrape-refusals.ts'

const endpoint = endpointsIn('Batches', 'Many pages with one request.')

const params = inPath('batch_id')

export const createBatch = endpoint({
  method: 'POST',
  path: '/batch',
  summary: 'Scrape up to 1,000 URLs with one request.',
  description:
    'Each entry of `urls` becomes a job of its own. What stands beside `urls` holds for each entry that does not say otherwise; `advanced` and `cost_controls` are joined field by field. One bad entry refuses the whole batch, unless `on_invalid` is `skip`: `details.issues` names the faults and `details.bad_indexes` the entries. The balance must cover the first tier of every URL; nothing is held before an item is admitted, and an item that cannot be paid then fails with `INSUFFICIENT_BALANCE`. What stands beside `urls` is stored for each item, and may come to 16 MB that way.\n\nThe entries may come as CSV instead, with `Content-Type: text/csv`, or as the part `file` of a `multipart/form-data`. The first line names the columns: `url`, and any field of an entry (`external_id`, `formats`, `max_tier`, `advanced.wait_for`); `metadata.sku` is a value of `metadata`. What stands beside `urls` is sent in the query (`?on_invalid=skip&formats=markdown`), or as JSON in the part `options`. Objects are JSON in their cell, lists JSON or words with commas. Faults are named by line and column, `details.bad_lines` has the lines. The CSV of a batch’s results may be sent again as it is.',
  auth: 'apiKeyOrBearer',
  consent: 'work',
  body: BatchRequest,
  takesCsv: true,
  takesSlot: true,
  idempotent: true,
  responses: { 200: BatchAccepted },
  errors: [...SCRAPE_REFUSALS, 'INSUFFICIENT_BALANCE', 'BATCH_LIMIT_REACHED'],
})

export const getBatch = endpoint({
  method: 'GET',
  path: '/batch/{batch_id}',
  summary: 'Read how far a batch is, and the state of each of its items.',
  auth: 'apiKeyOrBearer',
  consent: 'work',
  description: `Once the batch has ended, items carry their results as well, in the order of the request, up to 4 MB in all and none above 1 MB; \`GET /batch/{batch_id}/results\` and \`GET /jobs/{job_id}\` have the others. Results are kept for ${inWords(RETENTION.resultMs)}, the rest for 31 days.`,
  params,
  query: BatchQuery,
  responses: { 200: Batch },
  errors: ['NOT_FOUND'],
})

export const getBatchResults = endpoint({
  method: 'GET',
  path: '/batch/{batch_id}/results',
  summary: 'Read the jobs of a batch with their results, page by page or as JSON lines.',
  description:
    'In the order of the request. With `Accept: application/x-ndjson` or `format=jsonl` each line is a job, and all of them come. Jobs that have not ended come without a result. With `status` the list, `limit` and `offset` are of items of that status.',
  auth: 'apiKeyOrBearer',
  consent: 'work',
  params,
  query: BatchResultsQuery,
  responses: { 200: BatchResults, 304: NO_BODY },
  lines: Job,
  csv: true,
  errors: ['NOT_FOUND', 'JOB_EXPIRED'],
})

export const retryBatch = endpoint({
  method: 'POST',
  path: '/batch/{batch_id}/retry',
  summary: 'Scrape the items of a batch that have failed again, as a new batch.',
  description:
    'Once the batch has ended. The fields of the body replace those that the items were asked with, as of `POST /jobs/{job_id}/retry`. An item whose secrets ended with it is a bad entry, unless they are sent anew. It is accepted and charged as any batch; with an `Idempotency-Key` once.',
  auth: 'apiKeyOrBearer',
  consent: 'work',
  params,
  body: BatchRetry.optional(),
  takesSlot: true,
  idempotent: true,
  responses: { 200: BatchAccepted },
  errors: [...SCRAPE_REFUSALS, 'INSUFFICIENT_BALANCE', 'BATCH_LIMIT_REACHED', 'NOT_FOUND', 'CONFLICT'],
})

export const cancelBatch = endpoint({
  method: 'DELETE',
  path: '/batch/{batch_id}',
  summary: 'Cancel the items of a batch that no worker has begun with.',
  description:
    'Their holds are released; items at work end as usual and are charged. Deliveries to `webhook_url` that are still to come are cancelled. Cancelling a batch that has ended changes nothing.',
  auth: 'apiKeyOrBearer',
  consent: 'work',
  params,
  responses: { 200: Batch },
  errors: ['NOT_FOUND'],
})

export const listBatches = endpoint({
  method: 'GET',
  path: '/batches',
  summary: 'List your batches of the last 31 days, the newest first.',
  auth: 'apiKeyOrBearer',
  consent: 'work',
  query: BatchListQuery,
  responses: { 200: BatchList },
  errors: [],
})

export const getBatchAnalytics = endpoint({
  method: 'GET',
  path: '/batches/analytics',
  summary: 'Sum up the batches of the last days.',
  description:
    'Of batches that were created in the last `days` days, today included, in UTC, by the day of their creation. Unfinished batches count, those of test keys do not.',
  auth: 'apiKeyOrBearer',
  consent: 'work',
  query: BatchAnalyticsQuery,
  responses: { 200: BatchAnalytics },
  errors: [],
})
