import { DAY_MS } from '@gleaner/runtime/units'
import { z } from 'zod'
import { LIMITS, RETENTION } from '../limits.ts'
import { PageQuery } from './page.ts'
import { hasNoControls } from './primitives.ts'
import { ScheduleCreate, ScheduleListQuery, ScheduleRun, ScheduleUpdate } from './schedules.ts'

/** What was found of a page. */
export const PAGE_STATES = ['new', 'same', 'changed', 'removed', 'error'] as const
export type PageState = (typeof PAGE_STATES)[number]
/** What is told of a page. */
export const CHANGE_KINDS = ['new', 'changed', 'removed'] as const
export const NOTIFY_ON = ['change', 'error', 'always'] as const
export const DIFF_MODES = ['semantic', 'exact', 'selector', 'fields'] as const

const Name = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(80, 'must have at most 80 characters')
  .refine(hasNoControls, 'must not contain control characters')
const Selector = z.string().min(1, 'must not be empty').max(LIMITS.monitorTextChars)
const SomeText = z.string().min(1, 'must not be empty').max(LIMITS.monitorTextChars)
const percent = z.number().min(0).max(100)
const size = z.number().min(0).max(1_000_000_000)

/** A value that is watched. */
export const MonitorField = z.strictObject({
  selector: Selector.optional().describe(
    'CSS selector of the elements that hold it. Without one the field is taken from what the page says of itself: `price`, `availability`, and all else that `extraction_profile: "product"` gives.',
  ),
  type: z
    .enum(['text', 'number', 'currency', 'bool'])
    .default('text')
    .describe('With `selector`: how the text is read. `bool`: whether anything is there.'),
  take: z
    .enum(['first', 'lowest', 'highest'])
    .default('first')
    .describe('Which of several values counts: of a list of prices the lowest.'),
  min_change: z
    .union([z.strictObject({ abs: size }), z.strictObject({ pct: percent })])
    .optional()
    .describe('A smaller difference of a number is no change.'),
  below: z.number().min(-1e12).max(1e12).optional().describe('Told only when the number falls below this.'),
  above: z.number().min(-1e12).max(1e12).optional().describe('Told only when the number rises above this.'),
})
export type MonitorField = z.infer<typeof MonitorField>

/** Which differences count. */
export const MonitorFilters = z.strictObject({
  ignore: z
    .array(z.union([z.strictObject({ contains: SomeText }), z.strictObject({ matches: SomeText })]))
    .max(LIMITS.monitorTexts)
    .optional()
    .describe('Texts (or patterns of RE2) that are cut out of both versions, so that no message has them.'),
  only: z
    .array(z.enum(['added', 'removed', 'replaced', 'moved']))
    .min(1)
    .max(4)
    .optional()
    .describe('Kinds of difference that are told. `["added"]`: new lines only.'),
  ignore_order: z.boolean().optional().describe('Default: true with `semantic`, false with `exact`.'),
  conditions: z
    .strictObject({
      min_changes: z.number().int().min(1).max(10_000).optional(),
      min_words: z.number().int().min(1).max(1_000_000).optional(),
      min_percent: percent.optional(),
      contains: z.array(SomeText).min(1).max(LIMITS.monitorTexts).optional(),
    })
    .optional()
    .describe(
      'A page with less than this is the same: so many differences, words, per cent of its text; one of these texts among them.',
    ),
})
export type MonitorFilters = z.infer<typeof MonitorFilters>

const names = z.record(
  z.string().regex(/^[\w-]{1,50}$/, 'must be a name of letters, digits, _ and -'),
  Selector,
)

const watch = {
  diff_mode: z
    .enum(DIFF_MODES)
    .describe(
      '`semantic`: what a page says, without layout, order, dates, counters, advertisements. `exact`: every line, link and image. `selector`: what `monitor_selectors` find, to the letter. `fields`: the values of `monitor_fields`. Default: `semantic`.',
    ),
  monitor_selectors: z
    .union([z.array(Selector).min(1).max(LIMITS.monitorSelectors), names])
    .describe('CSS selectors, or such by names.'),
  monitor_fields: z.record(
    z.string().regex(/^\w{1,50}$/, 'must be a name of letters, digits and _'),
    MonitorField,
  ),
  filters: MonitorFilters,
  notify_on: z
    .union([z.enum(NOTIFY_ON), z.array(z.enum(NOTIFY_ON)).min(1).max(NOTIFY_ON.length)])
    .describe(
      'When `monitor.changed` is sent: for changes, for pages that could not be judged, for each check. Default: `change`.',
    ),
}

/** Settings that a group may give to its monitors. */
const shared = {
  check_interval: ScheduleCreate.shape.cron.describe(
    'When it is checked: cron or English, as `schedule` of a schedule. Default: `0 */6 * * *`.',
  ),
  timezone: ScheduleUpdate.shape.timezone.describe(
    'IANA name, whose clock times of day are read from. Default: `UTC`.',
  ),
  diff_mode: watch.diff_mode.optional(),
  monitor_selectors: watch.monitor_selectors.optional(),
  monitor_fields: watch.monitor_fields.optional(),
  filters: watch.filters.optional(),
  notify_on: watch.notify_on.optional(),
  webhook_url: ScheduleCreate.shape.webhook_url.describe(
    'Receives `monitor.changed`, beside your endpoints; https.',
  ),
  options: ScheduleUpdate.shape.options.describe(
    'With `url` or `urls`: how they are fetched, as in `POST /batch`.',
  ),
}

function nullish<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const fields = Object.entries(shape).map(([name, field]) => [name, (field as z.ZodType).nullish()])
  return Object.fromEntries(fields) as { [Name in keyof Shape]: z.ZodOptional<z.ZodNullable<Shape[Name]>> }
}

export const MonitorSettings = z.object(shared)
export type MonitorSettings = z.infer<typeof MonitorSettings>
export type MonitorSetting = keyof MonitorSettings
export const MONITOR_SETTINGS = Object.keys(shared) as [MonitorSetting, ...MonitorSetting[]]

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
  name: Name,
  group_id: GroupId.nullish(),
  ...target,
  ...shared,
  ...aliases,
})
export type MonitorCreate = z.infer<typeof MonitorCreate>

/** Body of PATCH /monitors/{monitor_id}. A setting that is null is its group's again, or what is usual. */
export const MonitorUpdate = z
  .strictObject({
    name: Name.optional(),
    group_id: GroupId.nullish(),
    ...target,
    ...nullish(shared),
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

const ofField = {
  url: MonitorChangesQuery.shape.url,
}
const monitorDays = RETENTION.monitorMs / DAY_MS

/** Query of GET /monitors/{monitor_id}/fields/{field}/history. */
export const MonitorFieldHistoryQuery = PageQuery.extend({
  ...ofField,
  limit: z.coerce.number().int().min(1).max(LIMITS.monitorValues).default(100),
})
export type MonitorFieldHistoryQuery = z.infer<typeof MonitorFieldHistoryQuery>

/** Query of GET /monitors/{monitor_id}/fields/{field}/chart.svg. */
export const MonitorChartQuery = z.object({
  url: ofField.url.describe('The page; needed where the monitor watches several.'),
  days: z.coerce.number().int().min(1).max(monitorDays).default(30).describe('How far it goes back.'),
})
export type MonitorChartQuery = z.infer<typeof MonitorChartQuery>

export const MonitorFieldHistory = z.object({
  field: z.string(),
  type: MonitorField.shape.type.unwrap(),
  values: z.array(
    z.object({
      url: z.string(),
      value: z
        .union([z.string(), z.number(), z.boolean()])
        .nullable()
        .describe('The one that `take` names; null where the page had none.'),
      checked_at: Time.describe('The check that found it first.'),
      until: Time.nullable().describe('The check that found another one; null while it holds.'),
    }),
  ),
  total: count,
  limit: count,
  offset: count,
})
export type MonitorFieldHistory = z.infer<typeof MonitorFieldHistory>

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

/** Body of POST /monitor-groups. */
export const MonitorGroupCreate = z.strictObject({ name: Name, ...shared })
export type MonitorGroupCreate = z.infer<typeof MonitorGroupCreate>

/** Body of PATCH /monitor-groups/{group_id}. A setting that is null is taken off. */
export const MonitorGroupUpdate = z
  .strictObject({ name: Name.optional(), ...nullish(shared) })
  .refine((update) => Object.keys(update).length > 0, 'name at least one field to change')
export type MonitorGroupUpdate = z.infer<typeof MonitorGroupUpdate>

export const MonitorGroup = z.object({
  id: z.uuid(),
  name: z.string(),
  test: z.boolean().describe('Made with a test key, and for monitors that are.'),
  ...shared,
  monitors: count.describe('How many are in it: `GET /monitors?group_id=` lists them.'),
  created_at: Time,
  updated_at: Time,
})
export type MonitorGroup = z.infer<typeof MonitorGroup>

export const MonitorGroupList = z.object({
  groups: z.array(MonitorGroup),
  total: count,
  limit: count,
  offset: count,
})
export type MonitorGroupList = z.infer<typeof MonitorGroupList>
