import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { Moment, momentOf } from './moment.ts'

export const UsageQuery = z
  .strictObject({
    start_date: Moment.optional().describe('A day in UTC, or a time.'),
    end_date: Moment.optional().describe('The last day, included, or a time.'),
  })
  .refine((q) => !q.start_date || !q.end_date || momentOf(q.start_date) <= momentOf(q.end_date), {
    path: ['end_date'],
    message: 'must not lie before start_date',
  })

const count = z.number().int()

export const Usage = z.object({
  period: z.object({ start: z.iso.datetime(), end: z.iso.datetime(), current: z.boolean() }),
  balance: z.object({ current_cents: z.number(), deposited_cents: z.number(), used_cents: z.number() }),
  requests: z
    .object({ total: count, successful: count, failed: count, cached: count })
    .describe('A request counts when it ends, which is when it is charged.'),
  by_mode: z.object({ html: count, js: count, pdf: count, ocr: count }),
  by_tier: z.record(z.string(), count),
  rate_limits: z.object({ requests_per_minute: count, current_usage: count, reset_at: z.iso.datetime() }),
  spend_tier: z.object({
    current: z.string(),
    rolling_30d_spend_cents: z.number(),
    next_tier_at_cents: z.number().nullable(),
  }),
  period_start: z.iso
    .datetime()
    .describe('This and the next five fields repeat what stands above, for published clients.'),
  period_end: z.iso.datetime(),
  requests_month: count.describe('Of the period.'),
  credits_used_month: z.number().describe('In the period, in credits.'),
  balance_dollars: z.number(),
  credits_available: z.number().describe('The balance in microcents: 1,000,000 are a dollar.'),
})
export type Usage = z.infer<typeof Usage>

/** By what usage is summed up: some come from quarters of an hour, some from days. */
export const USAGE_GROUPS = ['day', 'hour', 'key', 'tier', 'domain', 'kind'] as const
export type UsageGroup = (typeof USAGE_GROUPS)[number]

/** Counted by day alone. */
export const GROUPS_BY_DAY = ['domain', 'kind'] as const satisfies UsageGroup[]
const NOT_BY_DAY = ['hour', 'key', 'tier'] as const satisfies UsageGroup[]

const { rows: ROWS } = LIMITS.usageReport

/** Query of GET /usage/report. */
export const UsageReportQuery = z
  .strictObject({
    group_by: z
      .string()
      // What is longer is no list for the rules below.
      .max(40, { abort: true })
      .default('day')
      .transform((text) => [...new Set(text.split(','))])
      .pipe(z.array(z.enum(USAGE_GROUPS)).min(1).max(3))
      .describe(
        `One to three of ${USAGE_GROUPS.join(', ')}, with commas. domain and kind go with each other and with day, and are kept for 100 days; hour, key and tier with each other and with day.`,
      ),
    start_date: Moment.optional().describe('A day in UTC, or a time. Default: the first of this month.'),
    end_date: Moment.optional().describe('The last day, included, or a time.'),
    format: z.enum(['json', 'csv']).optional().describe('csv: as for `Accept: text/csv`.'),
    limit: z.coerce.number().int().min(1).max(ROWS.max).default(ROWS.default).describe('Most rows.'),
  })
  .refine((q) => !q.start_date || !q.end_date || momentOf(q.start_date) <= momentOf(q.end_date), {
    path: ['end_date'],
    message: 'must not lie before start_date',
  })
  .refine(
    ({ group_by }) =>
      ![GROUPS_BY_DAY, NOT_BY_DAY].every((some: readonly UsageGroup[]) =>
        group_by.some((group) => some.includes(group)),
      ),
    { path: ['group_by'], message: 'hour, key and tier are not counted by domain or kind: ask twice' },
  )
export type UsageReportQuery = z.infer<typeof UsageReportQuery>

export const UsageReportRow = z.object({
  day: z.iso.date().optional(),
  hour: z.iso.datetime().optional().describe('Its beginning.'),
  key: z.uuid().nullable().optional().describe('Id of the key; null for work without one.'),
  tier: z.string().optional().describe('Empty for what no tier delivered.'),
  domain: z.string().optional().describe('Empty for calls, and pages that you have sent.'),
  kind: z
    .string()
    .optional()
    .describe(
      '`scrape`, `batch`, `crawl` or `search`, by what a page was scraped for; else the kind of the call.',
    ),
  requests: count,
  completed: count,
  failed: count,
  cached: count,
  credits: z.number(),
})
export type UsageReportRow = z.infer<typeof UsageReportRow>

export const UsageReport = z.object({
  period: z
    .object({ start: z.iso.datetime(), end: z.iso.datetime() })
    .describe('By whole quarters of an hour; by domain and kind by whole days in UTC.'),
  rows: z.array(UsageReportRow).describe('In the order of their groups.'),
  is_cut: z.boolean().describe('There are more rows than `limit`.'),
})
export type UsageReport = z.infer<typeof UsageReport>
