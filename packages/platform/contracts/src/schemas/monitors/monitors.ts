import { z } from 'zod'
import { LIMITS } from '../../limits.ts'
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
  PAGE_STATES,
  type PageState,
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

const Time = z.iso.datetime()
const count = z.number().int()

export const Monitor = z.object({
  id: z.uuid(),
  name: z.string(),
  status: z.enum(['active', 'paused']),
  paused_reason: z.enum(['caller', 'authority', 'no_more_times']).nullable(),
  test: z.boolean(),
  group_id: z.uuid().nullable(),
  own: MonitorSettings.describe(
    'Settings that it sets itself. All settings below are those in force: its own, or else those of its group, or else what is usual.',
  ),
  target: z.enum(['url', 'list', 'crawl', 'map', 'search']),
  url: z.unknown().optional().describe('As it was sent, secrets masked; also the next five.'),
  urls: z.array(z.unknown()).optional(),
  crawl: z.unknown().optional(),
  map: z.unknown().optional(),
  search: z.unknown().optional(),
  options: z.unknown().optional(),
  session_id: z.string().optional(),
  screenshots: z.boolean(),
  check_interval: z.string().describe('As it was sent.'),
  cron: z.string().nullable().describe('What was understood; null for a step of `every_seconds`.'),
  every_seconds: count.nullable(),
  timezone: z.string(),
  next_check_at: Time.nullable(),
  diff_mode: z.enum(DIFF_MODES),
  monitor_selectors: z.record(z.string(), z.string()).nullable(),
  monitor_fields: z.record(z.string(), MonitorField).nullable(),
  filters: MonitorFilters.nullable(),
  notify_on: z.array(z.enum(NOTIFY_ON)),
  webhook_url: z.string().nullable(),
  pages: z
    .object(Object.fromEntries(PAGE_STATES.map((state) => [state, count])) as Record<PageState, typeof count>)
    .describe('Pages by what they were at the last check.'),
  feed_url: z.string().describe('Path of its Atom feed.'),
  created_at: Time,
  updated_at: Time,
})
export type Monitor = z.infer<typeof Monitor>

export const MonitorList = z.object({ monitors: z.array(Monitor), total: count, limit: count, offset: count })
export type MonitorList = z.infer<typeof MonitorList>
