import { z } from 'zod'
import { queryFlag } from '../../fields/flags.ts'
import { limitUpTo, offsetUpTo } from '../../fields/lists.ts'
import { LIMITS } from '../../limits.ts'
import { OTHER_NAMES } from '../../other-names.ts'
import { HttpUrl } from '../http-url.ts'
import { LABEL_FIELDS, LABEL_FILTER } from '../labels.ts'
import { placeAliases } from '../scrape/field-aliases.ts'
import { ScrapeFields } from '../scrape/fields.ts'
import { LENIENT_FIELDS } from '../scrape/request.ts'
import { needsAddress, WebhookHeaders } from '../webhook-headers.ts'
import { WebhookUrl } from '../webhook-url.ts'
import { BATCH_ITEM_STATUSES, BATCH_STATUSES } from './replies.ts'

const { url: _url, sync: _sync, webhook_url: _webhookUrl, ...fields } = ScrapeFields.shape
type Fields = typeof fields

/**
 * The fields of a scrape as they may stand in a batch: what is left out stays absent, so that an item's own field can be told from what
 * the batch says for all.
 */
export const SENT_FIELDS = Object.fromEntries(
  Object.entries(fields).map(([name, schema]) => [name, optional(schema)]),
) as { [K in keyof Fields]: z.ZodOptional<z.ZodType<Exclude<ScrapeFields[K], undefined>>> }

function optional(schema: z.ZodType): z.ZodType {
  const sent = (schema instanceof z.ZodDefault ? schema.unwrap() : schema) as z.ZodType
  return schema.description ? sent.optional().describe(schema.description) : sent.optional()
}

const NeverSync = z
  .literal(false, { error: 'a batch is never waited for; leave sync out' })
  .optional()
  .describe('Has no effect: a batch is never waited for.')

/** One receiver is told of the whole batch, and its log is the batch's. */
const OnlyOfBatch = z
  .never({ error: 'is of the whole batch; name it beside urls' })
  .optional()
  .describe('Stands beside urls only.')

export const BatchItem = z
  .strictObject({
    url: HttpUrl.describe('The page to fetch, as `url` of a scrape.'),
    sync: NeverSync,
    webhook_url: OnlyOfBatch,
    ...LABEL_FIELDS,
    ...SENT_FIELDS,
    ...LENIENT_FIELDS,
  })
  .transform(placeAliases)
  .describe(
    'An entry of `urls` that says more than its address: what it says goes before what stands beside `urls`.',
  )
export type BatchItem = z.infer<typeof BatchItem>

/**
 * An entry of `urls`. A thousand of them may take longer to read than one turn of the event loop should last, so that they are read
 * by `BatchItem` one after the other, and this takes them as they are.
 */
export const BatchEntry = z.unknown().meta({
  description: 'An address, or an object with `url` and what else holds for it.',
  anyOf: [{ type: 'string', description: 'The page to fetch.' }, { $ref: '#/components/schemas/BatchItem' }],
})

export const OnInvalid = z
  .enum(['refuse', 'skip'])
  .optional()
  .describe(
    'What becomes of a batch with bad entries: `refuse` (the default) refuses it whole, `skip` leaves them out and lists them as `skipped`.',
  )

export const BatchConcurrency = z
  .number()
  .int()
  .min(1)
  .max(LIMITS.batchUrls)
  .optional()
  .describe(
    'Most items of the batch that are at work at once; they then begin in the order of `urls`. The limits of your account and of hosts hold as well.',
  )
  .register(OTHER_NAMES, { names: ['max_concurrency', 'concurrent_requests', 'parallelism'] })

/** Body of POST /batch: what stands beside `urls` holds for each entry that does not say otherwise. */
export const BatchRequest = z
  .strictObject({
    urls: z
      .array(BatchEntry)
      .min(1)
      .max(LIMITS.batchUrls)
      .describe('Addresses, or objects with `url` and any field of a scrape.'),
    webhook_url: WebhookUrl.optional().describe('Receives the end of each item, and of the batch; https.'),
    webhook_headers: WebhookHeaders.optional(),
    sync: NeverSync,
    on_invalid: OnInvalid,
    concurrency: BatchConcurrency,
    ...LABEL_FIELDS,
    ...SENT_FIELDS,
    ...LENIENT_FIELDS,
  })
  .superRefine(needsAddress)
  .transform(placeAliases)
  .describe('Pages that are scraped, and what holds for each of them.')
export type BatchRequest = z.infer<typeof BatchRequest>

/** Body of POST /batch/{batch_id}/retry: fields of a scrape that go before those that its items were asked with. */
export const BatchRetry = z
  .strictObject({
    statuses: z
      .array(z.enum(['failed', 'cancelled', 'succeeded']))
      .min(1)
      .max(3)
      .default(['failed'])
      .describe('Items of the batch that are scraped again.'),
    webhook_url: WebhookUrl.optional().describe(
      'Receives the end of each item, and of the new batch; https. Default: that of the batch.',
    ),
    webhook_headers: WebhookHeaders.optional(),
    sync: NeverSync,
    on_invalid: OnInvalid,
    concurrency: BatchConcurrency,
    ...LABEL_FIELDS,
    ...SENT_FIELDS,
    ...LENIENT_FIELDS,
  })
  .superRefine(needsAddress)
  .transform(placeAliases)
  .describe(
    'Fields of a scrape that go before those that the items were asked with, and which items are scraped again.',
  )
export type BatchRetry = z.infer<typeof BatchRetry>

/** Query of GET /batch/{batch_id}. */
export const BatchQuery = z.strictObject({
  include_results: queryFlag()
    .optional()
    .describe(
      'Whether items carry their results, up to 4 MB in all and none above 1 MB. Default: once the batch has ended.',
    ),
  include_items: queryFlag()
    .optional()
    .describe('Whether `items` are shown, or the list is empty; by default they are.'),
})

/** Query of GET /batches. */
export const BatchListQuery = z.strictObject({
  limit: limitUpTo(LIMITS.batchListEntries, 20),
  offset: offsetUpTo(),
  status: z.enum(BATCH_STATUSES).optional().describe('Only batches of this status.'),
  ...LABEL_FILTER,
})
export type BatchListQuery = z.infer<typeof BatchListQuery>

/** Query of GET /batch/{batch_id}/results. */
export const BatchResultsQuery = z.strictObject({
  format: z
    .enum(['json', 'jsonl', 'csv'])
    .optional()
    .describe(
      '`jsonl`: one job a line, as for `Accept: application/x-ndjson`. `csv`: one item a line without its content, as for `Accept: text/csv`.',
    ),
  status: z.enum(BATCH_ITEM_STATUSES).optional().describe('Only items of this status.'),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(LIMITS.batchUrls)
    .optional()
    .describe('Most entries of the reply. Default: 20; all of them as JSON lines.'),
  offset: offsetUpTo(LIMITS.batchUrls),
})
export type BatchResultsQuery = z.infer<typeof BatchResultsQuery>

/** Query of GET /batches/analytics. */
export const BatchAnalyticsQuery = z.strictObject({
  days: z.coerce
    .number()
    .int()
    .min(1)
    .max(LIMITS.batchAnalyticsDays)
    .default(30)
    .describe('How many days are summed up, today included, in UTC.'),
})
