import { z } from 'zod'
import { LIMITS } from '../../limits.ts'
import { hasNoControls } from '../primitives.ts'
import { ScheduleCreate, ScheduleUpdate } from '../schedules.ts'

/** What was found of a page. */
export const PAGE_STATES = ['new', 'same', 'changed', 'removed', 'error'] as const
export type PageState = (typeof PAGE_STATES)[number]
/** What is told of a page. */
export const CHANGE_KINDS = ['new', 'changed', 'removed'] as const
export const NOTIFY_ON = ['change', 'error', 'always'] as const
export const DIFF_MODES = ['semantic', 'exact', 'selector', 'fields'] as const

export const MonitorName = z
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
export const MONITOR_SHAPE = {
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

/** All fields may be left out, and null takes a setting off. */
export function nullishShape<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const fields = Object.entries(shape).map(([name, field]) => [name, (field as z.ZodType).nullish()])
  return Object.fromEntries(fields) as { [Name in keyof Shape]: z.ZodOptional<z.ZodNullable<Shape[Name]>> }
}

export const MonitorSettings = z.object(MONITOR_SHAPE)
export type MonitorSettings = z.infer<typeof MonitorSettings>
export type MonitorSetting = keyof MonitorSettings
export const MONITOR_SETTINGS = Object.keys(MONITOR_SHAPE) as [MonitorSetting, ...MonitorSetting[]]
