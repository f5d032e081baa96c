import { z } from 'zod'
import { ownId } from '../fields/ids.ts'
import { Limit, Offset, Total } from '../fields/lists.ts'
import { GivenName } from '../fields/names.ts'
import { Problem } from '../fields/problem.ts'
import { ActiveState } from '../fields/statuses.ts'
import { CreatedAt, Timezone, time, UpdatedAt } from '../fields/times.ts'
import { inWords, LIMITS } from '../limits.ts'
import { ExportRequest } from './exports/runs.ts'
import { PollUrl } from './poll-url.ts'
import { SCHEDULE_KINDS } from './schedules.ts'

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

const Time = z.iso.datetime()
const count = z.number().int()

export const Schedule = z
  .object({
    id: ownId('schedule_id'),
    name: GivenName,
    status: ActiveState,
    paused_reason: z
      .enum(['caller', 'authority', 'no_more_times'])
      .nullable()
      .describe(
        'Why it is paused; null while it is active. `caller`: somebody has paused it; `authority`: who made, changed or resumed it last may not act for the account any more; who resumes it takes that over; `no_more_times`: nothing is left of its times.',
      ),
    test: z.boolean().describe('Made with a test key: its runs fetch sample pages and cost nothing.'),
    kind: z
      .enum(SCHEDULE_KINDS)
      .describe('What each run is, by which of `urls`, `crawl`, `map` and `search` it has.'),
    urls: z.array(z.unknown()).optional().describe('Of a batch: as they were sent, secrets masked.'),
    crawl: z.unknown().optional().describe('Of a crawl: as it was sent, secrets masked.'),
    map: z.unknown().optional().describe('Of a map: as it was sent, secrets masked.'),
    search: z.unknown().optional().describe('Of a search: as it was sent, secrets masked.'),
    options: z
      .unknown()
      .optional()
      .describe('What holds for each page, as it was sent, secrets masked; absent where nothing was.'),
    formats: z
      .unknown()
      .optional()
      .describe('Formats of the pages, as they were sent; absent where none were.'),
    session_id: z
      .string()
      .optional()
      .describe('The login session that pages are fetched with; absent without one.'),
    schedule: z.string().describe('As it was sent.'),
    cron: z.string().nullable().describe('What was understood; null for a step of `every_seconds`.'),
    every_seconds: count
      .nullable()
      .describe(
        'Of a step such as every 30 minutes: its seconds, counted from 1970 in UTC; null for times of `cron`.',
      ),
    timezone: Timezone,
    next_run_at: Time.nullable().describe(
      'The true time of the next run, `spread_seconds` included; null while paused.',
    ),
    spread_seconds: z
      .number()
      .describe(
        'Seconds after its times at which it runs, always the same for a schedule: so that not all hourly ones run in one second. At most a twentieth of the time between two runs, and 5 minutes.',
      ),
    webhook_url: z.string().nullable().describe('Who is told of the end of each run; null where nobody is.'),
    export: ExportRequest.nullable().describe('How each batch or crawl is exported; null where it is not.'),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  })
  .describe('Work that is done again and again, by its times.')
export type Schedule = z.infer<typeof Schedule>

export const ScheduleList = z.object({
  schedules: z.array(Schedule).describe('The oldest first.'),
  total: Total,
  limit: Limit,
  offset: Offset,
})
export type ScheduleList = z.infer<typeof ScheduleList>

export const ScheduleRun = z
  .object({
    id: z.uuid().describe('Names the run.'),
    schedule_id: ownId('schedule_id'),
    status: z
      .enum(RUN_STATE_NAMES)
      .describe(
        `\`pending\`: it is due, and waits for a place among what the account has under way, for ${inWords(LIMITS.scheduleWaitMs)} at most; \`skipped_limit\`: it found none; \`skipped_overlap\`: the run before had not ended; \`skipped_no_credits\`: the balance did not cover it.`,
      ),
    trigger: z
      .enum(['schedule', 'manual'])
      .describe('`schedule`: its time had come; `manual`: somebody asked for it.'),
    due_at: time('When it was to begin.'),
    poll_url: PollUrl.optional().describe('Of a 202.'),
    started_at: time('When its work was begun; null before, and where it was skipped.').nullable(),
    finished_at: time('When its work had ended, or it was skipped; null before.').nullable(),
    batch_id: z
      .string()
      .nullable()
      .describe(
        'The batch that it has made: `GET /batch/{batch_id}` has the results. Null before, and for other work.',
      ),
    crawl_id: z
      .uuid()
      .nullable()
      .describe(
        'The crawl that it has made: `GET /crawl/{crawl_id}` has the pages. Null before, and for other work.',
      ),
    map_id: z
      .uuid()
      .nullable()
      .describe(
        'The map that it has made: `GET /map/{map_id}` has the addresses. Null before, and for other work.',
      ),
    search_id: z
      .string()
      .nullable()
      .describe(
        'The search that it has made: `GET /search/{search_id}` has the results. Null before, and for other work.',
      ),
    total: count
      .nullable()
      .describe(
        'Pages that it has taken on; null before its end, of maps, and of searches that scrape nothing.',
      ),
    completed: count.nullable().describe('Pages that were delivered; null as `total` is.'),
    failed: count.nullable().describe('Pages that have failed; null as `total` is.'),
    cancelled: count.nullable().describe('Pages that were cancelled; null as `total` is.'),
    credits_used: z.number().nullable().describe('Credits charged for it; null before its end.'),
    error: Problem.nullable().describe('Why it has made nothing, or why that has failed; null otherwise.'),
    export_id: z
      .uuid()
      .nullable()
      .describe('Its export, which `GET /exports/runs/{export_id}` reads; null without one.'),
    export_error: Problem.nullable().describe(
      'Why there is no export although the schedule wants one; null otherwise.',
    ),
  })
  .describe('One time at which a schedule was due, or was run by hand.')
export type ScheduleRun = z.infer<typeof ScheduleRun>

export const ScheduleRunList = z.object({
  runs: z.array(ScheduleRun).describe('The newest first.'),
  total: Total,
  limit: Limit,
  offset: Offset,
})
export type ScheduleRunList = z.infer<typeof ScheduleRunList>
