import { z } from 'zod'
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
