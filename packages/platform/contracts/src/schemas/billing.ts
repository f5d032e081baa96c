import { z } from 'zod'
import { LIMITS } from '../limits.ts'

const count = z.number().int()

export const BillingUsage = z.object({
  today_credits: z.number(),
  this_week_credits: z.number().describe('Weeks begin on Monday; all times are UTC.'),
  this_month_credits: z.number(),
  total_credits: z.number(),
  today_requests: count,
  this_week_requests: count,
  this_month_requests: count,
  top_domains: z
    .array(z.object({ domain: z.string(), credits_used: z.number(), requests: count }))
    .max(10)
    .describe('The ten domains of this month that cost most.'),
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
  available_credits: z.number().describe('The balance without what open requests hold.'),
  held_credits: z.number().describe('What open requests hold.'),
  owed_credits: z
    .number()
    .describe(
      'Spent credits of payments that were refunded or disputed; the next payment repays them first.',
    ),
})
export type BillingBalance = z.infer<typeof BillingBalance>

export const TRANSACTION_KINDS = ['deposit', 'charge', 'refund', 'dispute', 'reinstatement'] as const
export type TransactionKind = (typeof TRANSACTION_KINDS)[number]

/** `cursor` is the `next_cursor` of the page before. */
export const TransactionQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  offset: z.coerce.number().int().min(0).max(LIMITS.listOffset).default(0),
  cursor: z
    .string()
    .regex(/^\d{1,18}$/, 'must be the next_cursor of a reply')
    .optional()
    .describe('The `next_cursor` of the page before, which reads on however long the list is.'),
  kind: z.enum(TRANSACTION_KINDS).optional(),
})
export type TransactionQuery = z.infer<typeof TransactionQuery>

/** Amounts are negative where they leave the account. */
export const Transaction = z.object({
  id: z.string(),
  kind: z.enum(TRANSACTION_KINDS),
  amount_credits: z.number().describe('Negative where it leaves the account.'),
  amount_cents: z.number().describe('The same in cents.'),
  balance_after_credits: z.number().nullable().describe('Null for old entries.'),
  job_id: z.uuid().nullable(),
  note: z
    .string()
    .nullable()
    .describe(
      'Charges of months that ended 13 months ago are one sum for the jobs of the month and one for its calls; the note says how many they were.',
    ),
  created_at: z.iso.datetime(),
})
export type Transaction = z.infer<typeof Transaction>

export const TransactionList = z.object({
  transactions: z.array(Transaction),
  total: count,
  limit: count,
  offset: count,
  next_cursor: z.string().nullable().describe('Null on the last page.'),
})
export type TransactionList = z.infer<typeof TransactionList>
