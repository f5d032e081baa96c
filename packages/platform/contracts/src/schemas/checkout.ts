import { z } from 'zod'
import { ownId } from '../fields/ids.ts'
import { Currency, credits } from '../fields/money.ts'
import { CreatedAt, time } from '../fields/times.ts'

/** What one checkout may buy, in US cents: 5 to 2,000 dollars. */
export const CHECKOUT_CENTS = { min: 500, max: 200_000 } as const

const CENTS = `must be a whole number of US cents from ${CHECKOUT_CENTS.min} (5 dollars) to ${CHECKOUT_CENTS.max} (2,000 dollars)`

export const CheckoutCreate = z.strictObject({
  amount_cents: z
    .number(CENTS)
    .int(CENTS)
    .min(CHECKOUT_CENTS.min, CENTS)
    .max(CHECKOUT_CENTS.max, CENTS)
    .describe('What to pay, in US cents: 5 to 2,000 dollars.'),
})
export type CheckoutCreate = z.infer<typeof CheckoutCreate>

export const CheckoutCreated = z.object({
  checkout_id: ownId('checkout_id'),
  checkout_url: z.url().describe('The page on which to pay.'),
})
export type CheckoutCreated = z.infer<typeof CheckoutCreated>

/**
 * `open` until somebody pays; `pending` when the payment is under way (a bank transfer); `paid` once the credits are on the balance;
 * `failed` when the payment did not come; `expired` when nobody paid in time.
 */
export const CHECKOUT_STATUSES = ['open', 'pending', 'paid', 'failed', 'expired'] as const

export const Checkout = z.object({
  checkout_id: ownId('checkout_id'),
  status: z
    .enum(CHECKOUT_STATUSES)
    .describe(
      '`pending`: the payment is under way, such as a bank transfer; `paid`: the credits are on the balance; `failed`: the payment did not come; `expired`: nobody paid within an hour.',
    ),
  amount_cents: z.number().int().describe('What there is to pay, in US cents.'),
  currency: Currency,
  credits: credits('Credits that it buys.'),
  created_at: CreatedAt,
  expires_at: time('Until when it may be paid.'),
  paid_at: time('When its credits were on the balance; null before.').nullable(),
})
export type Checkout = z.infer<typeof Checkout>

export const EventReceived = z.object({ received: z.literal(true).describe('The event was taken.') })
