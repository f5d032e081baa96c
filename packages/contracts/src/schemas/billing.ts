import { z } from 'zod'

const count = z.number().int()

export const BillingUsage = z.object({
  today_credits: z.number(),
  this_week_credits: z.number(),
  this_month_credits: z.number(),
  total_credits: z.number(),
  today_requests: count,
  this_week_requests: count,
  this_month_requests: count,
  top_domains: z.array(z.object({ domain: z.string(), credits_used: z.number(), requests: count })).max(10),
  usage_since: z.iso.datetime().nullable(),
})
export type BillingUsage = z.infer<typeof BillingUsage>

/** Microcents, as published clients call them, are micros: 1,000,000 are one dollar. */
export const BillingBalance = z.object({
  balance_microcents: count,
  balance_display: z.string(),
  total_deposited_cents: z.number(),
  total_spent_cents: z.number(),
  balance_credits: z.number(),
  available_credits: z.number(),
  held_credits: z.number(),
  owed_credits: z.number(),
})
export type BillingBalance = z.infer<typeof BillingBalance>
