import { z } from 'zod'

/** What became of a payment: a part or all of it may have gone back by refunds, or be under dispute with the customer's bank. */
export const RECEIPT_STATUSES = ['paid', 'partially_refunded', 'refunded', 'disputed'] as const

/** One payment. Its id is that of its checkout. */
export const Receipt = z.object({
  id: z.uuid(),
  number: z.string(),
  status: z.enum(RECEIPT_STATUSES),
  amount_cents: z.number().int(),
  currency: z.string(),
  credits: z.number(),
  refunded_cents: z.number().int(),
  disputed_cents: z.number().int(),
  paid_at: z.iso.datetime(),
  url: z.url().describe('Opens the receipt in a browser, for an hour.'),
})
export type Receipt = z.infer<typeof Receipt>

export const ReceiptList = z.object({ receipts: z.array(Receipt), total: z.number().int() })
