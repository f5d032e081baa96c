import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Batch, BatchAccepted } from '../schemas/batches/replies.ts'
import { BatchRequest } from '../schemas/batches/request.ts'

const params = z.object({ batch_id: z.string() })

export const createBatch = endpoint({
  method: 'POST',
  path: '/batch',
  summary: 'Scrape up to 1,000 URLs with one request.',
  description:
    'Each entry of `urls` becomes a job of its own. What stands beside `urls` holds for each entry that does not say otherwise; `advanced` and `cost_controls` are joined field by field. One bad entry refuses the whole batch, and `details.issues` names each. The balance must cover the price of the first tier of every URL; nothing is held or charged for a URL before it is worked on.',
  auth: 'apiKey',
  body: BatchRequest,
  takesSlot: true,
  idempotent: true,
  responses: { 200: BatchAccepted },
  errors: [
    'URL_NOT_ALLOWED',
    'SESSION_COOKIES_CONFLICT',
    'SESSION_NOT_FOUND',
    'BUDGET_EXCEEDED',
    'INSUFFICIENT_BALANCE',
    'BATCH_LIMIT_REACHED',
  ],
})

export const getBatch = endpoint({
  method: 'GET',
  path: '/batch/{batch_id}',
  summary: 'Read how far a batch is, and what became of each of its URLs.',
  auth: 'apiKey',
  params,
  responses: { 200: Batch },
  errors: ['NOT_FOUND'],
})
