import { z } from 'zod'
import { inWords, LIMITS } from '../limits.ts'
import { BatchEntry } from './batches/request.ts'
import { ExportRequest } from './exports/runs.ts'
import { PageQuery } from './page.ts'
import { PollUrl } from './poll-url.ts'
import { hasNoControls } from './primitives.ts'
import { ScrapeFields } from './scrape/fields.ts'
import { WebhookUrl } from './webhook-url.ts'

/** What a run of a schedule is. */
export const SCHEDULE_KINDS = ['batch', 'crawl', 'map', 'search'] as const
export type ScheduleKind = (typeof SCHEDULE_KINDS)[number]

/** What may become of a run. Its end is told to webhooks where it has tried to do its work. */
export const RUN_STATES = {
  pending: { isOver: false, isAnnounced: false },
  running: { isOver: false, isAnnounced: false },
  completed: { isOver: true, isAnnounced: true },
  partially_failed: { isOver: true, isAnnounced: true },
  failed: { isOver: true, isAnnounced: true },
  cancelled: { isOver: true, isAnnounced: true },
  /** The run before had not ended. */
  skipped_overlap: { isOver: true, isAnnounced: false },
  skipped_no_credits: { isOver: true, isAnnounced: true },
  /** A limit of the account or key stood against it, for as long as a run waits. */
  skipped_limit: { isOver: true, isAnnounced: false },
} as const
export type RunState = keyof typeof RUN_STATES
const RUN_STATE_NAMES = Object.keys(RUN_STATES) as [RunState, ...RunState[]]

const Text = z
  .string()
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
  .union([Text, z.strictObject({ every: Text })])
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
  name: Name,
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
    name: Name.optional(),
    schedule: When.optional(),
    cron: Text.optional().describe('The same as schedule.'),
    timezone: z.string().max(100).optional(),
    ...work,
    webhook_url: WebhookUrl.nullish(),
    export: ExportRequest.nullish(),
  })
  .refine((update) => Object.keys(update).length > 0, 'name at least one field to change')
export type ScheduleUpdate = z.infer<typeof ScheduleUpdate>

/** Query of GET /schedules. */
export const ScheduleListQuery = PageQuery.extend({
  active_only: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .default(false)
    .describe('Whether schedules that are paused are left out.'),
})
export type ScheduleListQuery = z.infer<typeof ScheduleListQuery>

const Time = z.iso.datetime()
const count = z.number().int()

export const Schedule = z.object({
  id: z.uuid(),
  name: z.string(),
  status: z.enum(['active', 'paused']),
  paused_reason: z
    .enum(['caller', 'authority', 'no_more_times'])
    .nullable()
    .describe(
      '`authority`: who made, changed or resumed it last may not act for the account any more; who resumes it takes that over.',
    ),
  test: z.boolean().describe('Made with a test key: its runs fetch sample pages and cost nothing.'),
  kind: z.enum(SCHEDULE_KINDS),
  urls: z.array(z.unknown()).optional().describe('As they were sent, secrets masked; also the next five.'),
  crawl: z.unknown().optional(),
  map: z.unknown().optional(),
  search: z.unknown().optional(),
  options: z.unknown().optional(),
  formats: z.unknown().optional(),
  session_id: z.string().optional(),
  schedule: z.string().describe('As it was sent.'),
  cron: z.string().nullable().describe('What was understood; null for a step of `every_seconds`.'),
  every_seconds: count.nullable().describe('Counted from 1970 in UTC.'),
  timezone: z.string(),
  next_run_at: Time.nullable().describe(
    'The true time of the next run, `spread_seconds` included; null while paused.',
  ),
  spread_seconds: z
    .number()
    .describe(
      'How long after its times it runs, always the same for a schedule: so that not all hourly ones run in one second. At most a twentieth of the time between two runs, and 5 minutes.',
    ),
  webhook_url: z.string().nullable(),
  export: ExportRequest.nullable(),
  created_at: Time,
  updated_at: Time,
})
export type Schedule = z.infer<typeof Schedule>

export const ScheduleList = z.object({
  schedules: z.array(Schedule),
  total: count,
  limit: count,
  offset: count,
})
export type ScheduleList = z.infer<typeof ScheduleList>

export const ScheduleRun = z.object({
  id: z.uuid(),
  schedule_id: z.uuid(),
  status: z
    .enum(RUN_STATE_NAMES)
    .describe(
      `\`pending\`: it is due, and waits for a place among what the account has under way, for ${inWords(LIMITS.scheduleWaitMs)} at most.`,
    ),
  trigger: z.enum(['schedule', 'manual']),
  due_at: Time,
  poll_url: PollUrl.optional().describe('Of a 202.'),
  started_at: Time.nullable(),
  finished_at: Time.nullable(),
  batch_id: z.string().nullable().describe('What it has made: `GET /batch/{batch_id}` has the results.'),
  crawl_id: z.uuid().nullable(),
  map_id: z.uuid().nullable(),
  search_id: z.string().nullable(),
  total: count
    .nullable()
    .describe('Pages, and how they have ended; null before, of maps, and of searches that scrape nothing.'),
  completed: count.nullable(),
  failed: count.nullable(),
  cancelled: count.nullable(),
  credits_used: z.number().nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  export_id: z.uuid().nullable().describe('Its export: `GET /exports/runs/{export_id}`.'),
  export_error: z
    .object({ code: z.string(), message: z.string() })
    .nullable()
    .describe('Why there is none, although the schedule wants one.'),
})
export type ScheduleRun = z.infer<typeof ScheduleRun>

export const ScheduleRunList = z.object({
  runs: z.array(ScheduleRun),
  total: count,
  limit: count,
  offset: count,
})
export type ScheduleRunList = z.infer<typeof ScheduleRunList>
