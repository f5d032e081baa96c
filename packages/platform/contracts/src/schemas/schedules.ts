import { z } from 'zod'
import { queryFlag } from '../fields/flags.ts'
import { LIMITS } from '../limits.ts'
import { BatchEntry } from './batches/request.ts'
import { ExportRequest } from './exports/runs.ts'
import { PageQuery } from './page.ts'
import { hasNoControls } from './primitives.ts'
import { ScrapeFields } from './scrape/fields.ts'
import { WebhookUrl } from './webhook-url.ts'

/** What a run of a schedule is. */
export const SCHEDULE_KINDS = ['batch', 'crawl', 'map', 'search'] as const
export type ScheduleKind = (typeof SCHEDULE_KINDS)[number]

const WHEN = 'must be a text: cron ("0 9 * * 1-5") or English ("every 30 minutes")'

const Text = z
  .string({ error: WHEN })
  .trim()
  .min(1, 'must not be empty')
  .max(LIMITS.scheduleTextChars)
  .refine(hasNoControls, 'must not contain control characters')

const Name = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(LIMITS.scheduleNameChars)
  .refine(hasNoControls, 'must not contain control characters')

const When = z
  .union([Text, z.strictObject({ every: Text.describe('The same in English: `30 minutes`.') })], {
    error: WHEN,
  })
  .describe(
    'When it runs: five fields of cron (`0 9 * * 1-5`), English (`every weekday at 9am`, `every 30 minutes`), or `{"every": "30 minutes"}`. At most every 5 minutes.',
  )

/** What a run does, as it was sent: each run reads it anew, as if it had been sent then. */
const work = {
  urls: z
    .array(BatchEntry)
    .min(1)
    .max(LIMITS.batchUrls)
    .optional()
    .describe('Each run is a batch of these, as in `POST /batch`.'),
  crawl: z
    .unknown()
    .optional()
    .meta({ $ref: '#/components/schemas/CrawlEstimateRequest', description: 'Each run is this crawl.' }),
  map: z
    .unknown()
    .optional()
    .meta({ $ref: '#/components/schemas/MapRequest', description: 'Each run is this map.' }),
  search: z
    .unknown()
    .optional()
    .meta({ $ref: '#/components/schemas/SearchRequest', description: 'Each run is this search.' }),
  options: z
    .record(z.string(), z.unknown())
    .nullish()
    .describe('With `urls`: what holds for each, any field that `POST /batch` takes beside `urls`.'),
  formats: ScrapeFields.shape.formats
    .nullish()
    .describe('Of a batch or a crawl, or of what a search scrapes.'),
  session_id: ScrapeFields.shape.session_id.nullish().describe('Of a batch or a crawl.'),
}

/** Body of POST /schedules. */
export const ScheduleCreate = z.strictObject({
  name: Name.describe('What you call it: one line of at most 255 characters.'),
  schedule: When.optional(),
  cron: Text.optional().describe('The same as schedule.'),
  timezone: z
    .string()
    .max(100)
    .default('UTC')
    .describe('IANA name, such as `Europe/Berlin`: whose clock times of day are read from.'),
  ...work,
  webhook_url: WebhookUrl.optional().describe(
    'Receives `schedule.completed`, and before it what `webhook_url` of a batch or crawl receives; https.',
  ),
  export: ExportRequest.optional().describe(
    'Exports each batch or crawl once it has ended, as `POST /batch/{batch_id}/export` does.',
  ),
})
export type ScheduleCreate = z.infer<typeof ScheduleCreate>

/** Body of PATCH /schedules/{schedule_id}. */
export const ScheduleUpdate = z
  .strictObject({
    name: Name.optional().describe('What you call it: one line of at most 255 characters.'),
    schedule: When.optional(),
    cron: Text.optional().describe('The same as schedule.'),
    timezone: z
      .string()
      .max(100)
      .optional()
      .describe('IANA name, such as `Europe/Berlin`: whose clock times of day are read from.'),
    ...work,
    webhook_url: WebhookUrl.nullish().describe(
      'Receives `schedule.completed`, as when it was made; null: nobody.',
    ),
    export: ExportRequest.nullish().describe(
      'Exports each batch or crawl once it has ended; null: no longer.',
    ),
  })
  .refine((update) => Object.keys(update).length > 0, 'name at least one field to change')
export type ScheduleUpdate = z.infer<typeof ScheduleUpdate>

/** Query of GET /schedules. */
export const ScheduleListQuery = PageQuery.extend({
  active_only: queryFlag().default(false).describe('Whether schedules that are paused are left out.'),
})
export type ScheduleListQuery = z.infer<typeof ScheduleListQuery>
