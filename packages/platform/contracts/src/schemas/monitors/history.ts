import { z } from 'zod'
import { CheckId, ownId } from '../../fields/ids.ts'
import { Limit, Offset, Total } from '../../fields/lists.ts'
import { ChangeKind, FoundState } from '../../fields/monitors.ts'
import { PageUrl } from '../../fields/names.ts'
import { time } from '../../fields/times.ts'
import { LIMITS } from '../../limits.ts'
import { PageQuery } from '../page.ts'
import { ScheduleRun } from '../schedule-replies.ts'
import { PAGE_STATES } from './settings.ts'

const count = z.number().int()

export const MonitorCheck = ScheduleRun.omit({
  schedule_id: true,
  export_id: true,
  export_error: true,
})
  .extend({
    monitor_id: ownId('monitor_id'),
    again_batch_id: z
      .string()
      .nullable()
      .describe(
        'The batch that has fetched new and changed pages once more: what differs at once is noise, and is not told. Null where nothing was fetched again.',
      ),
    judged_at: time('When its pages were compared; null before, while it is `running`.').nullable(),
    pages: z
      .record(z.enum(PAGE_STATES), count)
      .nullable()
      .describe('How many pages were found in which state; null before they were compared.'),
  })
  .describe('One look at all pages of a monitor.')
export type MonitorCheck = z.infer<typeof MonitorCheck>

export const MonitorCheckList = z.object({
  checks: z.array(MonitorCheck).describe('The newest first.'),
  total: Total,
  limit: Limit,
  offset: Offset,
})
export type MonitorCheckList = z.infer<typeof MonitorCheckList>

const Difference = z.object({
  kind: z.enum(['added', 'removed', 'replaced', 'moved']).describe('What has become of the piece.'),
  what: z
    .enum(['text', 'link', 'image', 'field'])
    .describe('What the piece is; `field`: a value of `monitor_fields` or of a selector.'),
  section: z.string().describe('The heading that it stands under, or the name of the selector or field.'),
  before: z.string().optional().describe('What was there; absent of what was added.'),
  after: z.string().optional().describe('What is there now; absent of what was removed.'),
  label: z.string().optional().describe('Of a link or an image: its text.'),
})

export const MonitorChange = z
  .object({
    id: ownId('change_id'),
    monitor_id: ownId('monitor_id'),
    check_id: CheckId,
    url: PageUrl,
    kind: ChangeKind,
    text: z
      .string()
      .describe('The differences for people, in Markdown: what is gone is struck out, what is new is bold.'),
    changes: z.array(Difference).describe('The same for programs: the first 500.'),
    total_changes: count.describe('How many differences there are, beyond the first 500 too.'),
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
    created_at: time('When it was found.'),
  })
  .describe('A change of one page, found by one check.')
export type MonitorChange = z.infer<typeof MonitorChange>

/** Query of GET /monitors/{monitor_id}/changes. */
export const MonitorChangesQuery = PageQuery.extend({
  url: z.string().max(LIMITS.urlChars).optional().describe('Only those of this page.'),
})
export type MonitorChangesQuery = z.infer<typeof MonitorChangesQuery>

export const MonitorChangeList = z.object({
  changes: z.array(MonitorChange).describe('The newest first.'),
  total: Total,
  limit: Limit,
  offset: Offset,
})
export type MonitorChangeList = z.infer<typeof MonitorChangeList>

const Snapshot = z.object({
  id: z.string().describe('Stands for `{snapshot_id}` in paths.'),
  url: PageUrl,
  taken_at: time('When the page was fetched.'),
})
export const MonitorSnapshotsQuery = MonitorChangesQuery
export type MonitorSnapshotsQuery = z.infer<typeof MonitorSnapshotsQuery>
export const MonitorSnapshotList = z.object({
  snapshots: z.array(Snapshot).describe('Versions that differ, the newest first.'),
  total: Total,
  limit: Limit,
  offset: Offset,
})
export type MonitorSnapshotList = z.infer<typeof MonitorSnapshotList>

export const MonitorSnapshot = Snapshot.extend({
  html: z.string().nullable().describe('The page as it was; null of a monitor that compares fields.'),
  fields: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('Of a monitor that compares fields: their values by name; null of others.'),
}).describe('A version of a page that a monitor has kept.')
export type MonitorSnapshot = z.infer<typeof MonitorSnapshot>

export const MonitorPage = z
  .object({
    url: PageUrl,
    state: FoundState,
    error: z.string().nullable().describe('Why it could not be judged at the last check; null where it was.'),
    first_seen_at: time('When a check found it first.'),
    checked_at: time('When it was looked at last.'),
    changed_at: time('When its last change was found; null where there was none.').nullable(),
    noise: z.array(z.unknown()).describe('Places of the page that are noise: they differ within a second.'),
  })
  .describe('A page that a monitor knows, as of the last check.')
export const MonitorPageList = z.object({
  pages: z.array(MonitorPage).describe('By their addresses.'),
  total: Total,
  limit: Limit,
  offset: Offset,
})
export type MonitorPageList = z.infer<typeof MonitorPageList>
