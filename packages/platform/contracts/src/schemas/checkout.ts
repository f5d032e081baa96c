import { z } from 'zod'

/** What one checkout may buy, in US cents: 5 to 2,000 dollars. */
export const CHECKOUT_CENTS = { min: 500, max: 200_000 } as const

const CENTS = `must be a whole number of US cents from ${CHECKOUT_CENTS.min} (5 dollars) to ${CHECKOUT_CENTS.max} (2,000 dollars)`

export const CheckoutCreate = z.strictObject({
  amount_cents: z
    .number(CENTS)
    .int(CENTS)
    .min(CHECKOUT_CENTS.min, CENTS)
    .max(CHECKOUT_CENTS.max, CENTS)
    .describe('5 to 2,000 dollars.'),
})
export type CheckoutCreate = z.infer<typeof CheckoutCreate>

export const CheckoutCreated = z.object({
  checkout_id: z.uuid(),
  checkout_url: z.url().describe('The page on which to pay.'),
})
export type CheckoutCreated = z.infer<typeof CheckoutCreated>

/**
 * `open` until somebody pays; `pending` when the payment is under way (a bank transfer); `paid` once the credits are on the balance;
 * `failed` when the payment did not come; `expired` when nobody paid in time.
 */
export const CHECKOUT_STATUSES = ['open', 'pending', 'paid', 'failed', 'expired'] as const

export const Checkout = z.object({
  checkout_id: z.uuid(),
  status: z
    .enum(CHECKOUT_STATUSES)
    .describe(
      '`pending`: the payment is under way, such as a bank transfer; `paid`: the credits are on the balance; `expired`: nobody paid within an hour.',
    ),
  amount_cents: z.number().int(),
  currency: z.string(),
  credits: z.number(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  paid_at: z.iso.datetime().nullable(),
})
export type Checkout = z.infer<typeof Checkout>

export const EventReceived = z.object({ received: z.literal(true) })
