import { z } from 'zod'
import { LIMITS } from '../../limits.ts'
import { PageQuery } from '../page.ts'
import { ScheduleRun } from '../schedules.ts'
import { CHANGE_KINDS, PAGE_STATES } from './settings.ts'

const Time = z.iso.datetime()
const count = z.number().int()

export const MonitorCheck = ScheduleRun.omit({
  schedule_id: true,
  export_id: true,
  export_error: true,
}).extend({
  monitor_id: z.uuid(),
  again_batch_id: z
    .string()
    .nullable()
    .describe('Fetched new and changed pages once more: what differs at once is noise, and is not told.'),
  judged_at: Time.nullable().describe('When its pages were compared. Until then it is `running`.'),
  pages: z.record(z.enum(PAGE_STATES), count).nullable(),
})
export type MonitorCheck = z.infer<typeof MonitorCheck>

export const MonitorCheckList = z.object({
  checks: z.array(MonitorCheck),
  total: count,
  limit: count,
  offset: count,
})
export type MonitorCheckList = z.infer<typeof MonitorCheckList>

const Difference = z.object({
  kind: z.enum(['added', 'removed', 'replaced', 'moved']),
  what: z.enum(['text', 'link', 'image', 'field']),
  section: z.string().describe('The heading that it stands under, or the name of the selector or field.'),
  before: z.string().optional(),
  after: z.string().optional(),
  label: z.string().optional(),
})

export const MonitorChange = z.object({
  id: z.uuid(),
  monitor_id: z.uuid(),
  check_id: z.uuid(),
  url: z.string(),
  kind: z.enum(CHANGE_KINDS),
  text: z
    .string()
    .describe('The differences for people, in Markdown: what is gone is struck out, what is new is bold.'),
  changes: z.array(Difference).describe('The same for programs: the first 500.'),
  total_changes: count,
  patch: z
    .array(z.unknown())
    .nullable()
    .describe(
      'JSON Patch (RFC 6902) of `{"lines": [...]}`, noise included, or of the fields; null where it is longer than 64 KB.',
    ),
  picture_url: z
    .string()
    .nullable()
    .describe('Path of its picture (PNG), with `screenshots`; null where there was none before.'),
  created_at: Time,
})
export type MonitorChange = z.infer<typeof MonitorChange>

/** Query of GET /monitors/{monitor_id}/changes. */
export const MonitorChangesQuery = PageQuery.extend({
  url: z.string().max(LIMITS.urlChars).optional().describe('Only those of this page.'),
})
export type MonitorChangesQuery = z.infer<typeof MonitorChangesQuery>

export const MonitorChangeList = z.object({
  changes: z.array(MonitorChange),
  total: count,
  limit: count,
  offset: count,
})
export type MonitorChangeList = z.infer<typeof MonitorChangeList>

const Snapshot = z.object({
  id: z.string(),
  url: z.string(),
  taken_at: Time,
})
export const MonitorSnapshotsQuery = MonitorChangesQuery
export type MonitorSnapshotsQuery = z.infer<typeof MonitorSnapshotsQuery>
export const MonitorSnapshotList = z.object({
  snapshots: z.array(Snapshot),
  total: count,
  limit: count,
  offset: count,
})
export type MonitorSnapshotList = z.infer<typeof MonitorSnapshotList>

export const MonitorSnapshot = Snapshot.extend({
  html: z.string().nullable().describe('The page as it was; null with `fields`.'),
  fields: z.record(z.string(), z.unknown()).nullable(),
})
export type MonitorSnapshot = z.infer<typeof MonitorSnapshot>

export const MonitorPage = z.object({
  url: z.string(),
  state: z.enum(PAGE_STATES),
  error: z.string().nullable(),
  first_seen_at: Time,
  checked_at: Time,
  changed_at: Time.nullable(),
  noise: z.array(z.unknown()).describe('Places of the page that are noise: they differ within a second.'),
})
export const MonitorPageList = z.object({
  pages: z.array(MonitorPage),
  total: count,
  limit: count,
  offset: count,
})
export type MonitorPageList = z.infer<typeof MonitorPageList>
