import { ago, expire } from '@gleaner/db'
import { DAY_MS } from '@gleaner/runtime/units'

/**
 * Events of the provider, which it repeats for days and which can be sent again by hand for a month; and attempts to pay that came to
 * nothing: some means of payment take two weeks. What was paid stays, for refunds, disputes and receipts; also
 * where only its refund was told.
 */
export const PAYMENT_PURGES = [
  expire({ name: 'payment-events', table: 'payment_event', by: 'created_at', before: ago(365 * DAY_MS) }),
  expire({
    name: 'unpaid-checkouts',
    table: 'checkout',
    by: 'created_at',
    before: ago(90 * DAY_MS),
    where: "status <> 'paid'",
    only: 'NOT EXISTS (SELECT FROM payment_reversal WHERE checkout_id = checkout.id)',
  }),
]
