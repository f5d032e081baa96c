import { z } from 'zod'
import { ownId } from '../../fields/ids.ts'
import { Limit, Offset, Total } from '../../fields/lists.ts'
import { PageCounts } from '../../fields/monitors.ts'
import { GivenName } from '../../fields/names.ts'
import { ActiveState } from '../../fields/statuses.ts'
import { CreatedAt, Timezone, time, UpdatedAt } from '../../fields/times.ts'
import { LIMITS } from '../../limits.ts'
import { Schedule } from '../schedule-replies.ts'
import { ScheduleCreate, ScheduleListQuery } from '../schedules.ts'
import {
  DIFF_MODES,
  MONITOR_SHAPE,
  MonitorField,
  MonitorFilters,
  MonitorName,
  MonitorSettings,
  NOTIFY_ON,
  nullishShape,
} from './settings.ts'

const aliases = {
  schedule: ScheduleCreate.shape.schedule.describe('The same as check_interval.'),
  cron: ScheduleCreate.shape.cron.describe('The same as check_interval.'),
}

const target = {
  url: z.string().min(1).max(LIMITS.urlChars).optional().describe('The page that is watched.'),
  urls: ScheduleCreate.shape.urls.describe('Pages that are watched, in place of `url`.'),
  crawl: ScheduleCreate.shape.crawl.describe('Or those that this crawl finds.'),
  map: ScheduleCreate.shape.map.describe('Or which addresses this map has: those that come and go.'),
  search: ScheduleCreate.shape.search.describe(
    'Or which addresses this search finds: those that come and go, and with `scrape_results` what changes on them.',
  ),
  session_id: ScheduleCreate.shape.session_id,
  screenshots: z
    .boolean()
    .optional()
    .describe(
      'Pages are fetched by a browser, at the price of tier 4 and of a screenshot, and each change gets a picture: before and after beside each other, what differs outlined (`picture_url`). Not with `map`.',
    ),
}

const GroupId = z
  .uuid()
  .describe('A group (`/monitor-groups`), whose settings hold where the monitor sets none itself.')

/** Body of POST /monitors. */
export const MonitorCreate = z.strictObject({
  name: MonitorName,
  group_id: GroupId.nullish(),
  ...target,
  ...MONITOR_SHAPE,
  ...aliases,
})
export type MonitorCreate = z.infer<typeof MonitorCreate>

/** Body of PATCH /monitors/{monitor_id}. A setting that is null is its group's again, or what is usual. */
export const MonitorUpdate = z
  .strictObject({
    name: MonitorName.optional(),
    group_id: GroupId.nullish(),
    ...target,
    ...nullishShape(MONITOR_SHAPE),
    ...aliases,
  })
  .refine((update) => Object.keys(update).length > 0, 'name at least one field to change')
export type MonitorUpdate = z.infer<typeof MonitorUpdate>

export const MonitorListQuery = ScheduleListQuery.extend({
  group_id: z.uuid().optional().describe('Only those of this group.'),
})
export type MonitorListQuery = z.infer<typeof MonitorListQuery>

export const Monitor = z
  .object({
    id: ownId('monitor_id'),
    name: GivenName,
    status: ActiveState,
    paused_reason: Schedule.shape.paused_reason,
    test: z.boolean().describe('Made with a test key: its checks fetch sample pages and cost nothing.'),
    group_id: z
      .uuid()
      .nullable()
      .describe('Its group, whose settings hold where it sets none itself; null without one.'),
    own: MonitorSettings.describe(
      'Settings that it sets itself. All settings below are those in force: its own, or else those of its group, or else what is usual.',
    ),
    target: z
      .enum(['url', 'list', 'crawl', 'map', 'search'])
      .describe(
        'What it watches: one page, several, those that a crawl finds, or the addresses of a map or a search.',
      ),
    url: z
      .unknown()
      .optional()
      .describe('Of a single page: its address, or the object that was sent with it, secrets masked.'),
    urls: z.array(z.unknown()).optional().describe('Of several pages: as they were sent, secrets masked.'),
    crawl: z.unknown().optional().describe('Of a crawl: as it was sent, secrets masked.'),
    map: z.unknown().optional().describe('Of a map: as it was sent, secrets masked.'),
    search: z.unknown().optional().describe('Of a search: as it was sent, secrets masked.'),
    options: z
      .unknown()
      .optional()
      .describe('How pages are fetched, secrets masked; absent where nothing was said.'),
    session_id: z
      .string()
      .optional()
      .describe('The login session that pages are fetched with; absent without one.'),
    screenshots: z.boolean().describe('Whether each change gets a picture.'),
    check_interval: z.string().describe('As it was sent.'),
    cron: z.string().nullable().describe('What was understood; null for a step of `every_seconds`.'),
    every_seconds: Schedule.shape.every_seconds,
    timezone: Timezone,
    next_check_at: time('When it is checked next; null while it is paused.').nullable(),
    diff_mode: z.enum(DIFF_MODES).describe('What is compared: see `diff_mode` of `POST /monitors`.'),
    monitor_selectors: z
      .record(z.string(), z.string())
      .nullable()
      .describe('CSS selectors by their names; null without any.'),
    monitor_fields: z
      .record(z.string(), MonitorField)
      .nullable()
      .describe('Values that are watched, by their names; null without any.'),
    filters: MonitorFilters.nullable().describe('Which differences count; null: all.'),
    notify_on: z
      .array(z.enum(NOTIFY_ON))
      .describe(
        'When `monitor.changed` is sent: for changes, for pages that could not be judged, for each check.',
      ),
    webhook_url: z.string().nullable().describe('Who is told, beside your endpoints; null where nobody is.'),
    pages: PageCounts.describe('Pages by what they were at the last check.'),
    feed_url: z.string().describe('Path of its Atom feed.'),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  })
  .describe('Pages that are looked at again and again, and what of them is watched.')
export type Monitor = z.infer<typeof Monitor>

export const MonitorList = z.object({
  monitors: z.array(Monitor).describe('The oldest first.'),
  total: Total,
  limit: Limit,
  offset: Offset,
})
export type MonitorList = z.infer<typeof MonitorList>
