import { z } from 'zod'
import { credits } from '../fields/money.ts'
import { time } from '../fields/times.ts'
import { LIMITS } from '../limits.ts'
import { MAX_CREDITS } from '../money.ts'
import { LADDER } from '../tier.ts'
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
  period: z
    .object({
      start: time('Its beginning.'),
      end: time('Its end.'),
      current: z.boolean().describe('Whether now lies within it.'),
    })
    .describe('The time that is reported.'),
  balance: z
    .object({
      current_cents: z.number().describe('The balance with what open requests hold, in US cents.'),
      deposited_cents: z.number().describe('All that was ever paid in, in US cents.'),
      used_cents: z.number().describe('All that was ever charged, in US cents.'),
    })
    .describe('Of now, and of all time.'),
  requests: z
    .object({
      total: count.describe('Requests that have ended in the period.'),
      successful: count.describe('Those that were delivered, from the cache too.'),
      failed: count.describe('Those that were not delivered.'),
      cached: count.describe('Those that your cache has answered: a part of `successful`.'),
    })
    .describe('A request counts when it ends, which is when it is charged.'),
  by_mode: z
    .object({
      html: count.describe('Pages that were read as HTML.'),
      js: count.describe('Pages that a browser rendered.'),
      pdf: count.describe('Pages that were PDFs.'),
      ocr: count.describe('Pages whose text was read from an image.'),
    })
    .describe('Requests of the period that were delivered, by how the page was read.'),
  by_tier: z
    .record(z.string(), count)
    .describe('Requests of the period by the tier that delivered; answers from the cache are of none.'),
  rate_limits: z
    .object({
      requests_per_minute: count.describe('Most tokens in a minute.'),
      current_usage: count.describe('Tokens that are taken now.'),
      reset_at: time('When all tokens are back.'),
    })
    .describe('Rate-limit tokens of whoever asks.'),
  spend_tier: z
    .object({
      current: z
        .string()
        .describe('Name of the tier: `free`, `basic`, `growth`, `scale`, `high_volume` or `enterprise`.'),
      rolling_30d_spend_cents: z.number().describe('What was charged in the last 30 days, in US cents.'),
      next_tier_at_cents: z
        .number()
        .nullable()
        .describe('Balance from which the next tier holds, in US cents; null at the top.'),
    })
    .describe('What the balance gives: see `docs/reference/limits.md`.'),
  period_start: z.iso
    .datetime()
    .describe('The same as `period.start`; this and the next five are there for published clients.'),
  period_end: time('The same as `period.end`.'),
  requests_month: count.describe('The same as `requests.total`.'),
  credits_used_month: z.number().describe('Credits charged in the period.'),
  balance_dollars: z.number().describe('The same as `balance.current_cents`, in dollars.'),
  credits_available: z
    .number()
    .describe('The balance, in spite of its name in microcents, not in credits: 1,000,000 are a dollar.'),
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
    format: z
      .enum(['json', 'csv'])
      .optional()
      .describe('`csv`: as for `Accept: text/csv`. Default: what `Accept` asks for.'),
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(ROWS.max)
      .default(ROWS.default)
      .describe('Most rows of the reply.'),
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

export const UsageReportRow = z
  .object({
    day: z.iso.date().optional().describe('The day, in UTC; with `group_by=day`.'),
    hour: z.iso.datetime().optional().describe('The beginning of the hour; with `group_by=hour`.'),
    key: z
      .uuid()
      .nullable()
      .optional()
      .describe('The key that asked, with `group_by=key`; null for work without one.'),
    tier: z
      .string()
      .nullable()
      .optional()
      .describe('The tier that delivered, with `group_by=tier`; null for what no tier delivered.'),
    domain: z
      .string()
      .nullable()
      .optional()
      .describe('The host, with `group_by=domain`; null for calls, and pages that you have sent.'),
    kind: z
      .string()
      .optional()
      .describe(
        'With `group_by=kind`: `scrape`, `batch`, `crawl` or `search`, by what a page was scraped for; else the kind of the call.',
      ),
    requests: count.describe('Requests that have ended: the sum of the next three.'),
    completed: count.describe('Those that were delivered by a fetch.'),
    failed: count.describe('Those that were not delivered.'),
    cached: count.describe('Those that your cache has answered.'),
    credits: credits('Credits charged.'),
  })
  .describe('What was asked for within one group.')
export type UsageReportRow = z.infer<typeof UsageReportRow>

export const UsageReport = z.object({
  period: z
    .object({ start: time('Its beginning.'), end: time('Its end.') })
    .describe('By whole quarters of an hour; by domain and kind by whole days in UTC.'),
  rows: z.array(UsageReportRow).describe('In the order of their groups.'),
  is_cut: z.boolean().describe('There are more rows than `limit`.'),
})
export type UsageReport = z.infer<typeof UsageReport>

const jobsOfReplay = LIMITS.usageCaps.jobs.toLocaleString('en')

/** Query of GET /usage/caps. */
export const UsageCapsQuery = z
  .strictObject({
    start_date: Moment.optional().describe('A day in UTC, or a time. Default: the first of this month.'),
    end_date: Moment.optional().describe('The last day, included, or a time.'),
    max_credits: z.coerce
      .number()
      .min(0)
      .max(MAX_CREDITS)
      .optional()
      .describe('Most credits of one request, beside each `max_tier`. Default: as many as the tier takes.'),
  })
  .refine((q) => !q.start_date || !q.end_date || momentOf(q.start_date) <= momentOf(q.end_date), {
    path: ['end_date'],
    message: 'must not lie before start_date',
  })
export type UsageCapsQuery = z.infer<typeof UsageCapsQuery>

export const UsageCap = z
  .object({
    max_tier: z.enum(LADDER).describe('The `cost_controls.max_tier` that is supposed.'),
    delivered: count.describe('Requests that would have been delivered as they were.'),
    lost: count.describe(
      'Requests that were delivered, and would have failed: all allowed tiers were tried.',
    ),
    failed: count.describe('Requests that failed, and would have failed.'),
    unknown: count.describe('Requests of which an allowed tier was not tried: nobody knows.'),
    credits: credits('Credits that `delivered` would have cost.'),
    unknown_credits_at_most: credits(
      'Credits that `unknown` would have cost besides, if the dearest allowed tier had delivered all.',
    ),
  })
  .describe('What requests would have come to under a cap.')
export type UsageCap = z.infer<typeof UsageCap>

export const UsageCaps = z.object({
  period: z
    .object({ start: time('Its beginning.'), end: time('Its end.') })
    .describe('The time whose jobs are replayed, as far as they are kept.'),
  requests: count.describe(
    'Jobs that have ended by fetching. Those of test keys and answers from the cache are not counted.',
  ),
  is_cut: z.boolean().describe(`There are more: the latest ${jobsOfReplay} are replayed.`),
  as_it_was: z
    .object({
      delivered: count.describe('Requests that were delivered.'),
      failed: count.describe('Those that were not.'),
      credits: credits('Credits that they cost.'),
    })
    .describe('What became of these requests.'),
  caps: z.array(UsageCap).describe('By `max_tier`, the lowest first.'),
})
export type UsageCaps = z.infer<typeof UsageCaps>
