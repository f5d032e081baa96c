import { z } from 'zod'
import { Limit, limitUpTo, Offset, offsetUpTo, Total } from '../fields/lists.ts'
import { credits } from '../fields/money.ts'
import { DomainName } from '../fields/names.ts'
import { CreatedAt, time } from '../fields/times.ts'

const count = z.number().int()

export const BillingUsage = z.object({
  today_credits: credits('Credits charged since midnight, in UTC.'),
  this_week_credits: credits('Credits charged since Monday, in UTC.'),
  this_month_credits: credits('Credits charged since the first of the month, in UTC.'),
  total_credits: credits('Credits that were ever charged.'),
  today_requests: count.describe('Requests that have ended since midnight, in UTC.'),
  this_week_requests: count.describe('Requests that have ended since Monday, in UTC.'),
  this_month_requests: count.describe('Requests that have ended since the first of the month, in UTC.'),
  top_domains: z
    .array(
      z.object({
        domain: DomainName,
        credits_used: credits('Credits charged for it in this month.'),
        requests: count.describe('Requests to it in this month.'),
      }),
    )
    .max(10)
    .describe('The ten domains of this month that cost most.'),
  usage_since: time(
    'The first quarter of an hour with a request that is still counted; null without any.',
  ).nullable(),
})
export type BillingUsage = z.infer<typeof BillingUsage>

/** Microcents, as published clients call them, are micros: 1,000,000 are one dollar. */
export const BillingBalance = z.object({
  balance_microcents: count.describe(
    'The balance with what open requests hold, in microcents: 1,000,000 are a dollar.',
  ),
  balance_display: z.string().describe('The same for people, such as `$12.34`.'),
  total_deposited_cents: z.number().describe('All that was ever paid in, in US cents.'),
  total_spent_cents: z.number().describe('All that was ever charged, in US cents.'),
  balance_credits: z.number().describe('The same as `balance_microcents`, in credits.'),
  available_credits: z.number().describe('Credits of the balance without what open requests hold.'),
  held_credits: z.number().describe('Credits that open requests hold.'),
  owed_credits: z
    .number()
    .describe(
      'Credits that were spent of payments which were refunded or disputed; the next payment repays them first.',
    ),
})
export type BillingBalance = z.infer<typeof BillingBalance>

export const TRANSACTION_KINDS = ['deposit', 'charge', 'refund', 'dispute', 'reinstatement'] as const
export type TransactionKind = (typeof TRANSACTION_KINDS)[number]
const Kind = z
  .enum(TRANSACTION_KINDS)
  .describe(
    '`deposit`: credits were paid in or granted; `charge`: work was delivered; `refund`, `dispute`: a payment has gone back, or is asked back; `reinstatement`: it has come again.',
  )

/** `cursor` is the `next_cursor` of the page before. */
export const TransactionQuery = z.strictObject({
  limit: limitUpTo(100, 20),
  offset: offsetUpTo(),
  cursor: z
    .string()
    .regex(/^\d{1,18}$/, 'must be the next_cursor of a reply')
    .optional()
    .describe('The `next_cursor` of the page before, which reads on however long the list is.'),
  kind: z.enum(TRANSACTION_KINDS).optional().describe('Only entries of this kind.'),
})
export type TransactionQuery = z.infer<typeof TransactionQuery>

/** Amounts are negative where they leave the account. */
export const Transaction = z
  .object({
    id: z.string().describe('Names the entry of the ledger; later ones have greater numbers.'),
    kind: Kind,
    amount_credits: z.number().describe('Credits that it adds; negative where they leave the account.'),
    amount_cents: z.number().describe('The same in US cents.'),
    balance_after_credits: z
      .number()
      .nullable()
      .describe('Credits of the balance after it; null for old entries.'),
    job_id: z
      .uuid()
      .nullable()
      .describe('Of a `charge`: the job, which `GET /jobs/{job_id}` reads; null for what is no job’s.'),
    note: z
      .string()
      .nullable()
      .describe(
        'What it is for, in words; null where nothing more is said. Charges of months that ended 13 months ago are one sum for the jobs of the month and one for its calls; the note says how many they were.',
      ),
    created_at: CreatedAt,
  })
  .describe('An entry of the ledger.')
export type Transaction = z.infer<typeof Transaction>

export const TransactionList = z.object({
  transactions: z.array(Transaction).describe('The newest first.'),
  total: Total,
  limit: Limit,
  offset: Offset,
  next_cursor: z.string().nullable().describe('Reads on from here, as `cursor`; null on the last page.'),
})
export type TransactionList = z.infer<typeof TransactionList>
