import { z } from 'zod'

const day = z
  .string()
  .refine(
    (text) => /^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(Date.parse(text)),
    'must be a date such as 2026-01-31 or an ISO-8601 time',
  )

export const UsageQuery = z
  .strictObject({ start_date: day.optional(), end_date: day.optional() })
  .refine((q) => !q.start_date || !q.end_date || Date.parse(q.start_date) <= Date.parse(q.end_date), {
    path: ['end_date'],
    message: 'must not lie before start_date',
  })

const count = z.number().int()

export const Usage = z.object({
  period: z.object({ start: z.iso.datetime(), end: z.iso.datetime(), current: z.boolean() }),
  balance: z.object({ current_cents: z.number(), deposited_cents: z.number(), used_cents: z.number() }),
  requests: z.object({ total: count, successful: count, failed: count, cached: count }),
  by_mode: z.object({ html: count, js: count, pdf: count, ocr: count }),
  by_tier: z.record(z.string(), count),
  rate_limits: z.object({ requests_per_minute: count, current_usage: count, reset_at: z.iso.datetime() }),
  spend_tier: z.object({
    current: z.string(),
    rolling_30d_spend_cents: z.number(),
    next_tier_at_cents: z.number().nullable(),
  }),
})
export type Usage = z.infer<typeof Usage>
