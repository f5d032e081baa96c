import { z } from 'zod'
import { CHANGE_KINDS, PAGE_STATES } from '../../fields/monitors.ts'
import { LIMITS } from '../../limits.ts'
import { hasNoControls } from '../primitives.ts'
import { ScheduleCreate, ScheduleUpdate } from '../schedules.ts'

export { CHANGE_KINDS, PAGE_STATES }
export type PageState = (typeof PAGE_STATES)[number]
export const NOTIFY_ON = ['change', 'error', 'always'] as const
export const DIFF_MODES = ['semantic', 'exact', 'selector', 'fields'] as const

export const MonitorName = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(80, 'must have at most 80 characters')
  .refine(hasNoControls, 'must not contain control characters')
  .describe('What you call it: one line of at most 80 characters.')
const Selector = z.string().min(1, 'must not be empty').max(LIMITS.monitorTextChars)
const SomeText = z.string().min(1, 'must not be empty').max(LIMITS.monitorTextChars)
const percent = z.number().min(0).max(100)
const size = z.number().min(0).max(1_000_000_000)

export const MonitorField = z
  .strictObject({
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
      .union([
        z.strictObject({ abs: size.describe('Least difference, in the unit of the number.') }),
        z.strictObject({ pct: percent.describe('Least difference, in percent of the number before.') }),
      ])
      .optional()
      .describe('A smaller difference of a number is no change.'),
    below: z.number().min(-1e12).max(1e12).optional().describe('Told only when the number falls below this.'),
    above: z.number().min(-1e12).max(1e12).optional().describe('Told only when the number rises above this.'),
  })
  .describe('A value of a page that is watched.')
export type MonitorField = z.infer<typeof MonitorField>

export const MonitorFilters = z
  .strictObject({
    ignore: z
      .array(
        z.union([
          z.strictObject({ contains: SomeText.describe('A text that is cut out wherever it stands.') }),
          z.strictObject({ matches: SomeText.describe('A pattern of RE2: what it matches is cut out.') }),
        ]),
      )
      .max(LIMITS.monitorTexts)
      .optional()
      .describe(
        'Texts (or patterns of RE2) that are cut out of both versions, so that no message has them. Default: none.',
      ),
    only: z
      .array(z.enum(['added', 'removed', 'replaced', 'moved']))
      .min(1)
      .max(4)
      .optional()
      .describe('Kinds of difference that are told. `["added"]`: new lines only.'),
    ignore_order: z
      .boolean()
      .optional()
      .describe(
        'Whether pieces that have only moved are the same. Default: true with `semantic`, false with `exact`.',
      ),
    conditions: z
      .strictObject({
        min_changes: z
          .number()
          .int()
          .min(1)
          .max(10_000)
          .optional()
          .describe('Where it is set: fewer differences than this are none.'),
        min_words: z
          .number()
          .int()
          .min(1)
          .max(1_000_000)
          .optional()
          .describe('Where it is set: differences of fewer words than this, together, are none.'),
        min_percent: percent
          .optional()
          .describe(
            'Where it is set: differences of less than this percent of the text of the page are none.',
          ),
        contains: z
          .array(SomeText)
          .min(1)
          .max(LIMITS.monitorTexts)
          .optional()
          .describe('Differences count only where one of these texts is among them.'),
      })
      .optional()
      .describe(
        'A page with less than this is the same: so many differences, words, per cent of its text; one of these texts among them.',
      ),
  })
  .describe('Which differences count.')
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
    .describe('CSS selectors, or such by names; with `diff_mode` `selector`.'),
  monitor_fields: z
    .record(z.string().regex(/^\w{1,50}$/, 'must be a name of letters, digits and _'), MonitorField)
    .describe('Values that are watched, by names of yours; with `diff_mode` `fields`.'),
  filters: MonitorFilters.describe('Which differences are told. Default: all.'),
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
    'Receives `monitor.changed`, beside your endpoints; https. Default: nobody.',
  ),
  options: ScheduleUpdate.shape.options.describe(
    'With `url` or `urls`: how they are fetched, as in `POST /batch`; null: as usual.',
  ),
}

/** All fields may be left out, and null takes a setting off. */
export function nullishShape<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const fields = Object.entries(shape).map(([name, field]) => [name, (field as z.ZodType).nullish()])
  return Object.fromEntries(fields) as { [Name in keyof Shape]: z.ZodOptional<z.ZodNullable<Shape[Name]>> }
}

export const MonitorSettings = z
  .object(MONITOR_SHAPE)
  .describe('Settings that a monitor or a group may have; what is absent is as usual.')
export type MonitorSettings = z.infer<typeof MonitorSettings>
export type MonitorSetting = keyof MonitorSettings
export const MONITOR_SETTINGS = Object.keys(MONITOR_SHAPE) as [MonitorSetting, ...MonitorSetting[]]
