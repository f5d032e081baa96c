import { z } from 'zod'
import { ownId } from '../fields/ids.ts'
import { Total } from '../fields/lists.ts'
import { Currency, credits } from '../fields/money.ts'
import { time } from '../fields/times.ts'

/** What became of a payment: a part or all of it may have gone back by refunds, or be under dispute with the customer's bank. */
export const RECEIPT_STATUSES = ['paid', 'partially_refunded', 'refunded', 'disputed'] as const

/** One payment. Its id is that of its checkout. */
export const Receipt = z
  .object({
    id: ownId('receipt_id'),
    number: z.string().describe('What people call the receipt, such as on its page.'),
    status: z
      .enum(RECEIPT_STATUSES)
      .describe(
        '`partially_refunded`, `refunded`: a part or all of it has gone back; `disputed`: the customer’s bank is asked to take it back.',
      ),
    amount_cents: z.number().int().describe('What was paid, in US cents.'),
    currency: Currency,
    credits: credits('Credits that it has bought.'),
    refunded_cents: z.number().int().describe('What of it has gone back, in US cents.'),
    disputed_cents: z.number().int().describe('What of it is under dispute, in US cents.'),
    paid_at: time('When it was paid.'),
    url: z.url().describe('Opens the receipt in a browser, for an hour.'),
  })
  .describe('One payment.')
export type Receipt = z.infer<typeof Receipt>

export const ReceiptList = z.object({
  receipts: z.array(Receipt).describe('The newest first.'),
  total: Total,
})
