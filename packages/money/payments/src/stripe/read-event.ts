import { z } from 'zod'
import type { Fact } from '../settle-checkout.ts'

/** What an event tells, and of which checkout: by its id where the event names it, else by the payment. */
export interface PaymentNews {
  checkoutId?: string | undefined
  fact: Fact
}

/** An object, or its id alone. */
const Reference = z
  .union([z.string(), z.object({ id: z.string() })])
  .transform((value) => (typeof value === 'string' ? value : value.id))

const Session = z.object({
  metadata: z.record(z.string(), z.string()).nullish(),
  payment_status: z.string(),
  payment_intent: Reference.nullish(),
  amount_total: z.number().int().nullish(),
  currency: z.string().nullish(),
})

const Refund = z.object({
  id: z.string(),
  status: z.string().nullish(),
  payment_intent: Reference.nullish(),
  amount: z.number().int(),
  currency: z.string(),
})

const Dispute = z.object({
  id: z.string(),
  payment_intent: Reference.nullish(),
  amount: z.number().int(),
  currency: z.string(),
})

/** How each type of event is read (https://docs.stripe.com/api/events/types). Types that are not here are of no concern. */
const READERS: Record<string, (object: unknown) => PaymentNews | undefined> = {
  'checkout.session.completed': readSession,
  'checkout.session.async_payment_succeeded': readSession,
  'checkout.session.async_payment_failed': (object) => ended(object, 'failed'),
  'checkout.session.expired': (object) => ended(object, 'expired'),
  'refund.created': readRefund,
  'refund.updated': readRefund,
  'refund.failed': readRefund,
  'charge.refund.updated': readRefund,
  'charge.dispute.created': (object) => readDispute(object, {}),
  'charge.dispute.funds_withdrawn': (object) => readDispute(object, { withdrawn: true }),
  'charge.dispute.funds_reinstated': (object) => readDispute(object, { returned: true }),
}

/** The types of events to be asked for from Stripe. */
export const EVENT_TYPES = Object.keys(READERS)

/** What a verified event tells; undefined when it is of no concern. Throws a ZodError when it is not as documented. */
export function readEvent({
  type,
  data,
}: {
  type: string
  data: { object: unknown }
}): PaymentNews | undefined {
  return Object.hasOwn(READERS, type) ? READERS[type]!(data.object) : undefined
}

function readSession(object: unknown): PaymentNews | undefined {
  const session = Session.parse(object)
  const checkoutId = checkoutIdOf(session)
  if (checkoutId === undefined) return undefined
  // A bank transfer that has been ordered: another event tells whether it came.
  if (session.payment_status !== 'paid') return { checkoutId, fact: { kind: 'pending' } }
  const { payment_intent, amount_total, currency } = session
  return {
    checkoutId,
    fact: {
      kind: 'paid',
      payment: payment_intent ?? '',
      amountCents: amount_total ?? 0,
      currency: currency ?? '',
    },
  }
}

function ended(object: unknown, kind: 'failed' | 'expired'): PaymentNews | undefined {
  const checkoutId = checkoutIdOf(Session.parse(object))
  return checkoutId === undefined ? undefined : { checkoutId, fact: { kind } }
}

function checkoutIdOf(session: z.infer<typeof Session>): string | undefined {
  return session.metadata?.checkout_id ?? undefined
}

const NOT_REFUNDED = new Set(['failed', 'canceled'])

function readRefund(object: unknown): PaymentNews | undefined {
  const { id, status, payment_intent, amount, currency } = Refund.parse(object)
  if (!payment_intent) return undefined
  // The money leaves when a refund is made, and comes back when it fails.
  const returned = NOT_REFUNDED.has(status ?? '')
  const about = { id, payment: payment_intent, amountCents: amount, currency }
  return { fact: { kind: 'reversed', type: 'refund', ...about, withdrawn: !returned, returned } }
}

function readDispute(
  object: unknown,
  { withdrawn = false, returned = false }: { withdrawn?: boolean; returned?: boolean },
): PaymentNews | undefined {
  const { id, payment_intent, amount, currency } = Dispute.parse(object)
  if (!payment_intent) return undefined
  const about = { id, payment: payment_intent, amountCents: amount, currency }
  return { fact: { kind: 'reversed', type: 'dispute', ...about, withdrawn, returned } }
}
